import { meetingStatus, repeatType } from '@parley/core'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { call, methodOf, needsToken, pathOf } from './call.ts'
import { array, type Codec, empty, field, flag, integer, optional, shape } from './codec.ts'
import { joinRefusals } from './joining.ts'
import { NewMeeting } from './meetingForms.ts'

const read = <I, W>(codec: Codec<I, W>, wire: unknown): I | 'refused' => {
	const parsed = v.safeParse(codec.schema, wire)
	return parsed.success ? codec.decode(parsed.output) : 'refused'
}

describe('a yes or no', () => {
	test.each([true, 1, 2, '1', 'true'])('[OP-015] %j is yes', wire => expect(read(flag, wire)).toBe(true))
	test.each([false, 0, -1, '0', 'false'])('[OP-015] %j is no', wire => expect(read(flag, wire)).toBe(false))
	test.each(['', 'yes', 'TRUE', '2', null, undefined, {}, []])('[OP-015] %j is neither', wire => {
		expect(read(flag, wire)).toBe('refused')
	})
	test('[OP-015] leaves as 0 or 1', () => expect([flag.encode(false), flag.encode(true)]).toEqual([0, 1]))
})

describe('a whole number', () => {
	test('[API-16] may come as its digits, as queries do', () => {
		expect([read(integer, 5), read(integer, '5'), read(integer, '-5'), read(integer, 0)]).toEqual([5, 5, -5, 0])
	})
	test.each([1.5, '1.5', '', ' 5', '5x', '1e3', Number.NaN, 2 ** 53, '99999999999999999999', null])(
		'[API-16] %j is invalid',
		wire => {
			expect(read(integer, wire)).toBe('refused')
		},
	)
})

describe('a shape', () => {
	const inner = shape({ isOpen: field('open', flag) })
	const outer = shape({
		name: field('the_name', v.string()),
		count: optional('COUNT', integer),
		inner: optional('in', inner),
		list: field('items', array(inner)),
	})

	test('[API-38] every encoded value is decoded again', () => {
		const anInner = fc.record({ isOpen: fc.boolean() })
		const anOuter = fc.record(
			{ name: fc.string(), count: fc.integer(), inner: anInner, list: fc.array(anInner) },
			{ requiredKeys: ['name', 'list'] },
		)
		fc.assert(
			fc.property(anOuter, inside => {
				const wire = JSON.parse(JSON.stringify(outer.encode(inside as never)))
				expect(read(outer, wire)).toEqual(inside)
			}),
		)
	})

	test('[API-38] fields have the names of the wire outside and their own inside', () => {
		const wire = outer.encode({ name: 'x', count: 1, inner: { isOpen: true }, list: [{ isOpen: false }] })
		expect(wire).toEqual({ the_name: 'x', COUNT: 1, in: { open: 1 }, items: [{ open: 0 }] })
	})

	test('[API-38] unknown fields are dropped, in both directions', () => {
		expect(read(outer, { the_name: 'x', items: [{ open: 1, more: 5 }], other: 1 })).toEqual({
			name: 'x',
			list: [{ isOpen: true }],
		})
		expect(outer.encode({ name: 'x', list: [], secret: 5 } as never)).toEqual({ the_name: 'x', items: [] })
		expect(empty.encode({ a: 1 } as never)).toEqual({})
	})

	test('[API-38] a spare field may be missing or null, a needed one not', () => {
		expect(read(outer, { the_name: 'x', items: [], COUNT: null })).toEqual({ name: 'x', list: [] })
		expect(read(outer, { items: [] })).toBe('refused')
		expect(read(outer, { the_name: null, items: [] })).toBe('refused')
	})
})

describe('a call', () => {
	const declared = (fields: object) =>
		call({ route: 'GET /a/:id', summary: '', who: 'anyone', input: empty, output: empty, refusals: {}, ...fields })

	test('[OP-058] succeeds with 200 under data, unless it says otherwise', () => {
		expect(declared({})).toMatchObject({ success: 200, responseField: 'data' })
		expect(declared({ success: 0, responseField: 'flat' })).toMatchObject({ success: 0, responseField: 'flat' })
	})

	test('[HTTP-05, OP-139] needs the token of the page if it changes something', () => {
		expect(needsToken(declared({}))).toBe(false)
		expect(needsToken(declared({ changesState: true }))).toBe(true)
		for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
			expect(needsToken(declared({ route: `${method} /a` }))).toBe(true)
	})

	test('[HTTP-01] is a method and a path', () => {
		expect([methodOf('DELETE /a/:id'), pathOf('DELETE /a/:id')]).toEqual(['DELETE', '/a/:id'])
	})
})

test('[JERR-01, JERR-02, JERR-03, JERR-04, JERR-06, JERR-07, JERR-08, JERR-09, JERR-10, JERR-11] the codes of a join', () => {
	const codes = Object.fromEntries(Object.entries(joinRefusals).map(([name, { http, code }]) => [name, [http, code]]))
	expect(codes).toMatchObject({
		loginOnly: [200, 801],
		notStarted: [200, 802],
		wrongPassword: [200, 803],
		over: [200, 804],
		unknownMeeting: [200, 805],
		notOpened: [200, 806],
		locked: [200, 807],
		otherCompany: [200, 808],
		full: [200, 809],
		removed: [200, 810],
	})
})

test('[CONST-09] status and recurrence on the wire', () => {
	expect(meetingStatus).toEqual({ notStarted: 1, inProgress: 2, ended: 9 })
	expect(repeatType).toEqual({ none: 0, daily: 1, weekly: 2, monthly: 3 })
})

test('[OP-003] the duration of a new meeting is read from seconds and from hh:mm', () => {
	const wire = { meeting_topic: 'x', start_time: '2026-03-10 10:00', host_pwd: 'x' }
	expect(read(NewMeeting, { ...wire, duration: '01:30' })).toMatchObject({ durationS: 5_400 })
	expect(read(NewMeeting, { ...wire, duration: 5_400 })).toMatchObject({ durationS: 5_400 })
	expect(read(NewMeeting, { ...wire, duration: 'long' })).toBe('refused')
})

describe('attendees', () => {
	const wire = { meeting_topic: 'x', start_time: '2026-03-10 10:00', host_pwd: 'x', duration: 60 }
	const invited = { persons: [{ userId: 'u1', nickName: '韩梅' }], departments: [{ groupNumber: '1002' }] }
	const inside = { people: [{ id: 'u1', name: '韩梅' }], departments: [{ number: '1002' }] }

	test('[ENT-05] travels as JSON text, and is read as an object too', () => {
		expect(read(NewMeeting, { ...wire, grantedObject: JSON.stringify(invited) })).toMatchObject({ attendees: inside })
		expect(read(NewMeeting, { ...wire, grantedObject: invited })).toMatchObject({ attendees: inside })
		expect(NewMeeting.encode(read(NewMeeting, { ...wire, grantedObject: invited }) as NewMeeting).grantedObject).toBe(
			JSON.stringify(invited),
		)
	})

	test.each(['', '{', '[]', 'null', '{"persons":[]}', { persons: [{ userId: 1 }], departments: [] }, 7])(
		'[ENT-05] %j names no one, and is refused',
		grantedObject => expect(read(NewMeeting, { ...wire, grantedObject })).toBe('refused'),
	)
})
