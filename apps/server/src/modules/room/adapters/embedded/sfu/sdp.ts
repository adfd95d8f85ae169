import ipaddr from 'ipaddr.js'

/** Replaces our own address with the public one: behind Docker or 1:1 NAT ours is not reachable. */
export function replaceHostAddress(sdp: string, address: string | undefined): string {
	if (!address) return sdp
	const announced = new Set<string>()
	const lines = sdp.split('\r\n').flatMap(line => announce(line, address, announced))
	return lines.join('\r\n')
}

function announce(line: string, address: string, announced: Set<string>): string[] {
	if (!line.startsWith('a=candidate:')) return [line]
	const parts = line.split(' ')
	const [port, kind] = [parts[5], parts[7]]
	if (kind !== 'host' || port === undefined) return [line]
	// Every interface shares the port, so all of them become the same candidate: once is enough.
	if (announced.has(port)) return []
	announced.add(port)
	parts[4] = address
	return [parts.join(' ')]
}

/**
 * An offer without our address, so that the other end cannot send checks yet. The native library starts to answer them
 * just before it has stored the certificate named in the answer, and would refuse it.
 */
export const withoutCandidates = (sdp: string): string =>
	sdp
		.split('\r\n')
		.filter(line => !/^a=(?:candidate:|end-of-candidates)/.test(line))
		.join('\r\n')

/**
 * A candidate with a numeric address, in the one notation all implementations read alike (RFC 8839 §5.1). A host name
 * would be looked up, which is a request to a server of its owner's choice.
 */
const candidateLine =
	/^(?:a=)?candidate:[\w+/]{1,32} \d{1,5} (?:udp|tcp) \d{1,10} ([\da-f.:]{2,45}) \d{1,5} typ [a-z]+(?: [!-~]+)*$/i

/** Returns whether checks may be sent to a candidate of a browser: an address of the public internet. */
export function isPublicCandidate(candidate: string): boolean {
	const [, address = ''] = candidateLine.exec(candidate.trim()) ?? []
	if (ipaddr.IPv6.isValid(address)) return ipaddr.process(address).range() === 'unicast'
	// Shorter spellings and octal digits mean different addresses to different readers.
	return ipaddr.IPv4.isValidFourPartDecimal(address) && ipaddr.parse(address).range() === 'unicast'
}

/** A description of a browser without the candidates that no check may be sent to. */
export const withoutPrivateCandidates = (sdp: string): string =>
	sdp
		.split('\n')
		.filter(line => !/candidate:/i.test(line) || isPublicCandidate(line))
		.join('\n')

/** Returns whether a description offers to send this media line in simulcast layers (RFC 8853). */
export function sendsSimulcast(sdp: string, mid: string): boolean {
	const sections = sdp.split(/^m=/m).slice(1)
	const section = sections.find(text => text.split(/\r?\n/).includes(`a=mid:${mid}`))
	return section !== undefined && /^a=simulcast:.*\bsend\b/m.test(section)
}
