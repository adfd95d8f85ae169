import { expect, test } from 'vitest'
import { type EnterConditions, enterRefusal } from './policy.ts'

const welcome: EnterConditions = {
	over: false,
	removed: false,
	locked: false,
	host: false,
	returning: false,
	isInRoom: false,
	participantCount: 3,
	capacity: 4,
	hasHost: true,
	ownCount: 0,
}
const refusalOf = (fields: Partial<EnterConditions>) => enterRefusal({ ...welcome, ...fields })

test('[ROOM-10] an open room with a free place admits', () => {
	expect(refusalOf({})).toBeUndefined()
})

test('[ROOM-33] a lock excludes newcomers, but not the host or people who were inside', () => {
	expect(refusalOf({ locked: true })).toBe('room.locked')
	expect(refusalOf({ locked: true, host: true })).toBeUndefined()
	expect(refusalOf({ locked: true, returning: true })).toBeUndefined()
})

test('[ROOM-11] a full room is full for the host too, but a kept place counts as theirs', () => {
	expect(refusalOf({ participantCount: 4 })).toBe('room.full')
	expect(refusalOf({ participantCount: 4, host: true, returning: true })).toBe('room.full')
	expect(refusalOf({ participantCount: 4, isInRoom: true })).toBeUndefined()
})

test('[ROOM-15] the last place is kept for the host until one has entered', () => {
	expect(refusalOf({ hasHost: false })).toBe('room.full')
	expect(refusalOf({ hasHost: false, host: true })).toBeUndefined()
	expect(refusalOf({ hasHost: false, isInRoom: true })).toBeUndefined()
	expect(refusalOf({ hasHost: false, participantCount: 2 })).toBeUndefined()
})

test('[ROOM-16] a person is in the room three times at most, including the host', () => {
	expect(refusalOf({ ownCount: 2 })).toBeUndefined()
	expect(refusalOf({ ownCount: 3 })).toBe('person.too-often')
	expect(refusalOf({ ownCount: 3, host: true })).toBe('person.too-often')
	expect(refusalOf({ ownCount: 3, isInRoom: true })).toBeUndefined()
})

test('[ROOM-40] a removed person gets that reason, unless the meeting has ended', () => {
	expect(refusalOf({ removed: true, host: true, returning: true })).toBe('participant.removed')
	expect(refusalOf({ removed: true, over: true, locked: true })).toBe('room.ended')
})
