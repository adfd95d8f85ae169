import { beforeEach, expect, test } from 'vitest'
import { createPublisherPlaces, type PublisherPlace, type PublisherPlaces } from './publisherPlaces.ts'

let places: PublisherPlaces
let evicted: string[]

beforeEach(() => {
	places = createPublisherPlaces()
	evicted = []
})

const enter = (address: string, name = address): PublisherPlace | undefined =>
	places.enter(address, () => evicted.push(name))

/** Takes every place of strangers: ten addresses with eight connections each. */
function fill(): void {
	for (let count = 0; count < 80; count++)
		enter(`attacker ${count % 10}`, `attacker ${count % 10} #${Math.floor(count / 10)}`)
}

/** Publishes once from an address, then disconnects. */
function makeKnown(address: string): void {
	const place = enter(address)
	place?.publishes()
	place?.leave()
}

test('a stranger has eight connections that do not publish', () => {
	for (let count = 0; count < 8; count++) expect(enter('a')).toBeDefined()
	expect(enter('a')).toBeUndefined()
	expect(enter('b')).toBeDefined()
	expect(evicted).toEqual([])
})

test('addresses of one IPv6 network count as one', () => {
	for (let count = 0; count < 8; count++) expect(enter(`2001:db8::${count + 1}`)).toBeDefined()
	expect(enter('2001:db8::ffff:1')).toBeUndefined()
	expect(enter('2001:db8:0:1::1')).toBeDefined()
	for (let count = 0; count < 8; count++) expect(enter(count % 2 ? '192.0.2.1' : '::ffff:192.0.2.1')).toBeDefined()
	expect(enter('192.0.2.1')).toBeUndefined()
})

test('a connection that publishes or has closed no longer counts as waiting', () => {
	const held = Array.from({ length: 8 }, () => enter('a'))
	held[0]?.leave()
	expect(enter('a')).toBeDefined()
	expect(enter('a')).toBeUndefined()
	held[1]?.publishes()
	for (let count = 0; count < 8; count++) expect(enter('a'), String(count)).toBeDefined()
})

test('an address has at most twenty connections, including publishing ones', () => {
	const held = Array.from({ length: 20 }, () => {
		const place = enter('a')
		place?.publishes()
		return place
	})
	expect(enter('a')).toBeUndefined()
	held[0]?.leave()
	held[0]?.leave()
	expect(enter('a')).toBeDefined()
	expect(enter('a')).toBeUndefined()
})

test('when all places of strangers are taken, the address with most of them loses its oldest', () => {
	fill()
	expect(enter('new')).toBeDefined()
	expect(evicted).toEqual(['attacker 0 #0'])
	expect(enter('newer')).toBeDefined()
	expect(evicted).toEqual(['attacker 0 #0', 'attacker 1 #0'])
})

test('an evicted connection is closed, and cannot publish', () => {
	const first = enter('attacker 0', 'first')
	fill()
	enter('new')
	expect(evicted).toEqual(['first'])
	first?.publishes()
	first?.leave()
	// Still a stranger with seven others; a known address would have more places.
	expect(enter('attacker 0')).toBeDefined()
	expect(enter('attacker 0')).toBeUndefined()
})

test('strangers take no places of addresses that have published before', () => {
	for (let count = 0; count < 5; count++) makeKnown(`host ${count}`)
	fill()
	const hosts = Array.from({ length: 20 }, (_, count) => enter(`host ${count % 5}`))
	expect(hosts.every(place => place !== undefined)).toBe(true)
	expect(evicted).toEqual([])
	for (let count = 0; count < 40; count++) enter(`stranger ${count}`)
	expect(evicted.some(name => name.startsWith('host'))).toBe(false)
})

test('two hundred connections publish at a time', () => {
	const held = Array.from({ length: 200 }, (_, count) => {
		const place = enter(`host ${count}`)
		place?.publishes()
		return place
	})
	expect(enter('late')).toBeUndefined()
	held[7]?.leave()
	expect(enter('late')).toBeDefined()
})
