"""Lines that hold neither a telephone number nor an address nor a credential, by class."""

import random
import uuid
from datetime import datetime, timedelta

import faker


def plain(seed: int, lines: int) -> dict[str, list[tuple[str, str]]]:
    """Classes that are plainly not a number of a person: nothing of them may be removed."""
    fake = faker.Faker("en_US")
    fake.seed_instance(seed)
    dice = random.Random(seed)
    start = datetime(2001, 1, 1)

    def when() -> datetime:
        return start + timedelta(seconds=dice.randrange(1_200_000_000))

    def money() -> str:
        amount = dice.randrange(1, 100_000_000) / 100
        return dice.choice([f"{amount:,.2f}", f"${amount:,.2f}", f"{amount:.2f} EUR", f"€ {amount:,.0f}",
                            f"{int(amount * 10):,} kr".replace(",", " ")])

    def path() -> str:
        return dice.choice([fake.file_path(depth=3), f"/api/v{dice.randrange(9)}/orders/{dice.randrange(10**10)}",
                            fake.uri_path(), f"/{when():%Y/%m/%d}/{fake.slug()}", fake.file_name()])

    makers = {
        "UUID": lambda: str(uuid.UUID(int=dice.getrandbits(128), version=4)),
        "IPv4": lambda: fake.ipv4() + dice.choice(["", f":{dice.randrange(1, 65536)}", f"/{dice.randrange(8, 33)}"]),
        "IPv6": fake.ipv6,
        "MAC": fake.mac_address,
        "hash": lambda: dice.choice([fake.md5, fake.sha1, fake.sha256])(),
        "ISO date": lambda: dice.choice([when().isoformat(), f"{when():%Y-%m-%d %H:%M:%S}", f"{when():%Y-%m-%d}",
                                         f"{when():%Y-%m-%dT%H:%M:%S.%fZ}", f"{when():%Y%m%dT%H%M%SZ}"]),
        "local date": lambda: dice.choice([f"{when():%d.%m.%Y}", f"{when():%m/%d/%Y}", f"{when():%d-%m-%Y %H:%M}",
                                           f"{when():%d %B %Y}", f"{when():%a, %d %b %Y %H:%M:%S} GMT"]),
        "price": money,
        "decimal": lambda: repr(dice.uniform(-1000, 1000)),
        "version": lambda: ".".join(str(dice.randrange(40)) for _ in range(dice.randrange(2, 5)))
        + dice.choice(["", "-beta." + str(dice.randrange(9)), "+" + f"{when():%Y%m%d}", f" ({dice.randrange(10**8)})"]),
        "path": path,
        "URL": lambda: f"https://{fake.domain_name()}/{fake.uri_path()}?id={dice.randrange(10**10)}"
        f"&page={dice.randrange(50)}",
        "coordinates": lambda: f"{fake.latitude()}, {fake.longitude()}",
        "file on a scale": lambda: f"{fake.word()}@{dice.randrange(2, 4)}x.{dice.choice(['png', 'jpg', 'webp'])}",
        "bytes": lambda: f"{dice.randrange(10**6, 10**10):,} bytes".replace(",", dice.choice([",", " "])),
        "size": lambda: f"{dice.randrange(100, 4000)}x{dice.randrange(100, 4000)}",
        "credit card": fake.credit_card_number,
        "IBAN": fake.iban,
        "user agent": fake.user_agent,
        "sentence": fake.sentence,
        "company": fake.company,
        "colour": lambda: dice.choice([fake.hex_color, fake.rgb_color])(),
        "lettered order": lambda: f"{dice.choice(['ORD', 'INV', 'PO', 'SO', 'TXN'])}-{dice.randrange(10**4, 10**10)}",
        "Unix time": lambda: dice.choice([f"{when().timestamp():.0f}", f"{when().timestamp() * 1000:.0f}"]),
        "package": lambda: f"{fake.word()}@{dice.randrange(30)}.{dice.randrange(30)}.{dice.randrange(30)}",
    }
    return {name: [("note", make()) for _ in range(lines)] for name, make in makers.items()}


def alike(seed: int, lines: int) -> dict[str, list[tuple[str, str]]]:
    """Classes whose lines some country writes its telephone numbers like: removals are limited, not excluded."""
    fake = faker.Faker("en_US")
    fake.seed_instance(seed)
    dice = random.Random(seed)

    def grouped(*lengths: int, sign: str = "-") -> str:
        return sign.join("".join(str(dice.randrange(10)) for _ in range(length)) for length in lengths)

    makers = {
        "ISBN-13": lambda: fake.isbn13(separator=dice.choice(["-", "", " "])),
        "ISBN-10 in groups": lambda: fake.isbn10(separator=dice.choice(["-", " "])),
        "ISBN-10 compact": lambda: fake.isbn10(separator=""),
        "EAN-13": fake.ean13,
        "EAN-8": fake.ean8,
        "UPC": lambda: fake.ean13()[1:],
        "order number": lambda: str(dice.randrange(10**6, 10**dice.randrange(7, 13))),
        "order in groups": lambda: grouped(3, 7, 7),
        "SKU": lambda: dice.choice([grouped(5, 3), grouped(4, 4), grouped(3, 5, 2), grouped(6, 2)]),
        "SSN": fake.ssn,
        "tracking number": lambda: grouped(4, 4, 4, 4, 4, 2, sign=" "),
        "zip+4": lambda: grouped(5, 4),
    }
    return {name: [("note", make()) for _ in range(lines)] for name, make in makers.items()}
