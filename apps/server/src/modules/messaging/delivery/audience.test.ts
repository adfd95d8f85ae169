import { expect, test } from 'vitest'
import { appId, uidOf } from '../testing/messagingNodes.ts'
import { Audiences } from './audience.ts'
import { createSubscriber, type Subscriber } from './subscribers.ts'

const connection = { id: 'c', address: '', origin: '', send() {}, pendingBytes: () => 0, close() {} }
const listener = (name: string): Subscriber => createSubscriber({ connection, giveUp() {} }, appId, uidOf(name))

const all = Number.POSITIVE_INFINITY

test('listeners of one rate share an audience, which ends with the last of them', () => {
	const audiences = new Audiences()
	const [a, b] = [listener('a'), listener('b')]
	for (const subscriber of [a, b]) audiences.ofRate(all, 5, 0).put(subscriber, { position: 5, isHeld: false })
	expect(audiences.count()).toBe(2)
	expect(audiences.find(a)).toBe(audiences.find(b))
	audiences.remove(a)
	expect(audiences.listeners()).toEqual([b])
	expect(audiences.isEmpty()).toBe(false)
	audiences.remove(b)
	expect(audiences.isEmpty()).toBe(true)
})

test('a listener at the position of the others has none of its own; a held one, and one elsewhere, do', () => {
	const audience = new Audiences().ofRate(all, 5, 0)
	const [level, held, ahead] = [listener('level'), listener('held'), listener('ahead')]
	audience.put(level, { position: 5, isHeld: false })
	audience.put(held, { position: 5, isHeld: true })
	audience.put(ahead, { position: 7, isHeld: false })
	expect([...audience.upToDate.keys()]).toEqual([level])
	expect(audience.placeOf(level)).toEqual({ position: 5, isHeld: false })
	expect(audience.placeOf(held)).toEqual({ position: 5, isHeld: true })
	expect(audience.placeOf(ahead)).toEqual({ position: 7, isHeld: false })
})

test('listeners that wait keep their position while the others continue', () => {
	const audience = new Audiences().ofRate(all, 5, 0)
	const [quick, slow] = [listener('quick'), listener('slow')]
	for (const subscriber of [quick, slow]) audience.put(subscriber, { position: 5, isHeld: false })
	audience.setWaitingLagging(subscriber => subscriber === slow)
	audience.sent = 9
	expect(audience.placeOf(slow).position).toBe(5)
	expect(audience.placeOf(quick).position).toBe(9)
})

test('after a jump all are at the new position, and held listeners stay held', () => {
	const audiences = new Audiences()
	const audience = audiences.ofRate(all, 5, 0)
	const [behind, held] = [listener('behind'), listener('held')]
	audience.put(behind, { position: 2, isHeld: false })
	audience.put(held, { position: 2, isHeld: true })
	audience.jump(20)
	expect([...audience.upToDate.keys()]).toEqual([behind])
	expect(audience.placeOf(held)).toEqual({ position: 20, isHeld: true })
	expect(audiences.isBehind(20)).toBe(false)
	expect(audiences.isBehind(21)).toBe(true)
})
