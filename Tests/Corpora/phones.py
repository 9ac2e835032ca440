"""Telephone numbers of every region: phonenumbers' example numbers, random numbers of the same plans, and Faker's."""

import random

import phonenumbers
from phonenumbers import PhoneNumberFormat as Format
from phonenumbers import PhoneNumberType as Type

KINDS = [Type.FIXED_LINE, Type.MOBILE, Type.TOLL_FREE, Type.VOIP, Type.PREMIUM_RATE, Type.SHARED_COST,
         Type.PERSONAL_NUMBER, Type.PAGER, Type.UAN]
INTERNATIONAL = {"E164": Format.E164, "international": Format.INTERNATIONAL, "RFC 3966": Format.RFC3966}
SENTENCES = ["Please call {} after six", "You can reach me at {} today.", "Anna, {}, Berlin"]
CUES = ["call {}", "tel: {}", "Phone {}", "my number is {}", "mobile: {}"]
PHONE_KEYS = ["phone", "phone_number", "mobile", "tel", "customerPhone"]
MIN_DIGITS = 9


def numbers(seed: int) -> list[phonenumbers.PhoneNumber]:
    """One example number of each region and kind, and random neighbours that are valid in the same plan."""
    chosen = random.Random(seed)
    found = {}
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for kind in KINDS:
            example = phonenumbers.example_number_for_type(region, kind)
            if example is None:
                continue
            found[phonenumbers.format_number(example, Format.E164)] = example
            if kind not in (Type.FIXED_LINE, Type.MOBILE):
                continue
            digits = phonenumbers.national_significant_number(example)
            for _ in range(12):
                changed = digits[:2] + "".join(str(chosen.randrange(10)) for _ in digits[2:])
                try:
                    other = phonenumbers.parse(f"+{example.country_code}{changed}")
                except phonenumbers.NumberParseException:
                    continue
                if phonenumbers.is_valid_number(other):
                    found[phonenumbers.format_number(other, Format.E164)] = other
    return list(found.values())


def rows(seed: int) -> dict[str, list[tuple[str, str]]]:
    """Lines of key and value that must be removed, by the row of the table."""
    table: dict[str, list[tuple[str, str]]] = {}

    def add(row: str, value: str, key: str = "note") -> None:
        table.setdefault(row, []).append((key, value))

    chosen = random.Random(seed + 1)
    for number in numbers(seed):
        digits = len(phonenumbers.national_significant_number(number)) + len(str(number.country_code))
        if digits >= MIN_DIGITS:
            for name, form in INTERNATIONAL.items():
                text = phonenumbers.format_number(number, form)
                add(f"{name}, bare", text)
                for sentence in SENTENCES:
                    add(f"{name}, in a sentence", sentence.format(text))
        national = phonenumbers.format_number(number, Format.NATIONAL)
        if sum(char.isdigit() for char in national) < 7:
            continue
        kind = phonenumbers.number_type(number)
        if kind in (Type.FIXED_LINE, Type.MOBILE, Type.FIXED_LINE_OR_MOBILE):
            add("national, bare", national)
            for sentence in SENTENCES[2:]:
                add("national, in a sentence", sentence.format(national))
        add("national, behind a cue word", chosen.choice(CUES).format(national))
        add("national, under a phone key", national, chosen.choice(PHONE_KEYS))
    return table
