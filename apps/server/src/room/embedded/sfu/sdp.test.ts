import { expect, test } from 'vitest'
import { replaceHostAddress } from './sdp.ts'

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

test('[ROOM-62] without an announced address the offer stays as it is', () => {
	expect(replaceHostAddress(offer, undefined)).toBe(offer)
})
