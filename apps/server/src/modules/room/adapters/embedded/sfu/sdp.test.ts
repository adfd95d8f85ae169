import { expect, test } from 'vitest'
import { isPublicCandidate, replaceHostAddress, withoutCandidates, withoutPrivateCandidates } from './sdp.ts'

const offer = [
	'm=audio 40030 UDP/TLS/RTP/SAVPF 111',
	'a=candidate:2 1 UDP 2116026111 fd00::2 40030 typ host',
	'a=candidate:1 1 UDP 2114977791 10.0.0.2 40030 typ host',
	'a=candidate:3 1 UDP 100 203.0.113.9 5000 typ srflx raddr 10.0.0.2 rport 40030',
	'a=end-of-candidates',
].join('\r\n')

test('[ROOM-62] the announced address replaces our own, once per port', () => {
	const candidates = replaceHostAddress(offer, '198.51.100.7')
		.split('\r\n')
		.filter(line => line.startsWith('a=candidate'))
	expect(candidates).toEqual([
		'a=candidate:2 1 UDP 2116026111 198.51.100.7 40030 typ host',
		'a=candidate:3 1 UDP 100 203.0.113.9 5000 typ srflx raddr 10.0.0.2 rport 40030',
	])
})

test('[ROOM-62] without an announced address the offer is unchanged', () => {
	expect(replaceHostAddress(offer, undefined)).toBe(offer)
})

test('[ROOM-65] an offer without candidates does not reveal the engine’s address, and keeps the rest', () => {
	expect(withoutCandidates(offer)).toBe('m=audio 40030 UDP/TLS/RTP/SAVPF 111')
})

const candidate = (address: string) =>
	`candidate:842163049 1 udp 1677729535 ${address} 46154 typ srflx raddr 0.0.0.0 rport 0`

test.each(['203.0.114.9', '8.8.8.8', '2606:4700::1111'])('[ROOM-64] checks may be sent to %s', address => {
	expect(isPublicCandidate(candidate(address))).toBe(true)
	expect(isPublicCandidate(`a=${candidate(address)}\r`)).toBe(true)
})

test.each([
	'10.0.0.7',
	'172.16.3.4',
	'192.168.1.1',
	'127.0.0.1',
	'169.254.169.254',
	'100.64.0.1',
	'0.0.0.0',
	'224.0.0.1',
	'255.255.255.255',
	'::1',
	'fe80::1',
	'fd00::2',
	'::ffff:10.0.0.7',
	'64:ff9b::a00:7',
	'2002:a00:7::',
	// Other spellings of private addresses, and names that would be looked up.
	'0x7f.1',
	'0177.0.0.1',
	'2130706433',
	'127.1',
	'fe80::1%eth0',
	'internal.example',
	'3f1c7c62-5a6b-4f9a-8f7e-0e5f0a2d1b3c.local',
	'8.8.8.8\t10.0.0.7',
	'8.8.8.8\u00a0',
	'',
])('[ROOM-64] no check is sent to %j', address => {
	expect(isPublicCandidate(candidate(address))).toBe(false)
})

test('[ROOM-64] a description keeps everything but its private candidates', () => {
	const sdp = [
		'm=audio 9 UDP 111',
		`a=${candidate('10.0.0.7')}`,
		`a=${candidate('8.8.8.8')}`,
		'a=end-of-candidates',
		'',
	]
	expect(withoutPrivateCandidates(sdp.join('\r\n')).split('\r\n')).toEqual([sdp[0], sdp[2], sdp[3], ''])
	expect(withoutPrivateCandidates(`v=0\nA=CANDIDATE:x\n`)).toBe('v=0\n')
})
