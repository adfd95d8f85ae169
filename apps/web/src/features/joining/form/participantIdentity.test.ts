import { expect, test } from 'vitest'
import { isNameLocked } from './participantIdentity.ts'

const enterprise = { kind: 'member', company: { type: 1 } } as const
const personal = { kind: 'member', company: { type: 2 } } as const

test('[JOIN-18] on an OA site the name of a member is locked, that of a guest is not', () => {
	expect(isNameLocked(personal, { isOa: true, type: 2 })).toBe(true)
	expect(isNameLocked({ kind: 'guest' }, { isOa: true, type: 1 })).toBe(false)
})

test('[JOIN-19] on a corporate site the name is locked in a company, not in the personal edition', () => {
	expect(isNameLocked(enterprise, { isOa: false, type: 1 })).toBe(true)
	expect(isNameLocked(personal, { isOa: false, type: 1 })).toBe(false)
	expect(isNameLocked({ kind: 'guest' }, { isOa: false, type: 1 })).toBe(false)
})

test('on a mixed site members choose their name', () => {
	expect(isNameLocked(enterprise, { isOa: false, type: 2 })).toBe(false)
	expect(isNameLocked(enterprise, undefined)).toBe(false)
})
