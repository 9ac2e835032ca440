"""What Faker makes up for people of its locales: telephone numbers and e-mail addresses."""

import warnings

import faker
from faker.config import AVAILABLE_LOCALES

EMAILS_PER_LOCALE = 20
PHONES_PER_LOCALE = 20


def rows(seed: int) -> dict[str, list[tuple[str, str]]]:
    warnings.simplefilter("ignore")
    table: dict[str, list[tuple[str, str]]] = {}
    for locale in sorted(AVAILABLE_LOCALES):
        fake = faker.Faker(locale, use_weighting=False)
        fake.seed_instance(f"{seed}-{locale}")
        for _ in range(EMAILS_PER_LOCALE):
            try:
                address = fake.email()
            except (AttributeError, UnicodeError):
                break
            # Some locales make no ASCII name and leave the local part empty.
            if address.startswith("@"):
                continue
            table.setdefault("e-mail, bare", []).append(("note", address))
            table.setdefault("e-mail, in a sentence", []).append(("note", f"Signed in as {address}, thanks"))
            table.setdefault("e-mail, in a URL", []).append(
                ("note", "https://shop.example/?to=" + address.replace("@", "%40")))
        for _ in range(PHONES_PER_LOCALE):
            try:
                number = fake.phone_number()
            except AttributeError:
                break
            if sum(char.isdigit() for char in number) < 7:
                continue
            # No country code begins with 0: such a number is made up wrongly.
            international = number.startswith("+") and not number.startswith("+0")
            row = "Faker, international" if international else "Faker, national, bare"
            table.setdefault(row, []).append(("note", number))
            table.setdefault("Faker, behind a cue word", []).append(("note", f"call {number}"))
    return table
