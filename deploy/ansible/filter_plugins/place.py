"""The files of deploy/ have the names and addresses of an example; this puts those of the inventory in their place."""

import re


def place(text, places):
    """All at once: what is put in for one must not be taken for another."""
    known = sorted(places, key=len, reverse=True)
    pattern = re.compile(r'(?<![\w.])(?:' + '|'.join(map(re.escape, known)) + r')(?![\w]|\.\d)')
    return pattern.sub(lambda found: str(places[found[0]]), text)


class FilterModule:
    def filters(self):
        return {'place': place}
