"""Whether an address belongs to one of some networks."""

from ipaddress import ip_address, ip_network


def is_within(address, networks):
    return any(ip_address(address) in ip_network(network, strict=False) for network in networks)


class FilterModule:
    def filters(self):
        return {'is_within': is_within}
