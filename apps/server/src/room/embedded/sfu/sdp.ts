/** Puts the address the outside world sees in place of our own: behind Docker or 1:1 NAT ours cannot be reached. */
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
