import { array, call, empty, field, optional, secret, shape } from '@parley/api'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createAnswerEncoder } from './taggedAnswer.ts'

const Item = shape({ label: field('item_label', v.string()), code: secret('item_code', v.string()) })
const declared = {
	route: 'GET /things',
	summary: '',
	who: 'anyone',
	input: empty,
	output: shape({
		now: field('server_time', v.string()),
		items: field('data', array(Item)),
		note: optional('note', v.string()),
	}),
	refusals: {},
	etag: { clock: 'now' },
} as const

const encoder = () => createAnswerEncoder(call(declared))
const answer = (items: object[], now = '2026-03-10 10:00:00', note?: string) => ({ now, items, ...(note && { note }) })

describe('an answer with an ETag', () => {
	test('has its wire names, its code, and nothing the contract does not know', () => {
		const { body } = encoder()(answer([{ label: 'one', secretOfRow: 'x' }], undefined, 'hi'))
		expect(JSON.parse(body)).toEqual({
			code: 200,
			data: { server_time: '2026-03-10 10:00:00', data: [{ item_label: 'one' }], note: 'hi' },
		})
	})

	test('has the same tag for the same content and for another time of the day only', () => {
		const encode = encoder()
		const { etag } = encode(answer([{ label: 'one' }]))
		expect(encode(answer([{ label: 'one' }], '2026-03-10 23:59:59')).etag).toBe(etag)
		expect(createAnswerEncoder(call(declared))(answer([{ label: 'one' }])).etag).toBe(etag)
		const others = [
			answer([{ label: 'one' }], '2026-03-11 00:00:00'),
			answer([{ label: 'two' }]),
			answer([]),
			answer([{ label: 'one' }], undefined, 'note'),
		]
		expect(new Set([etag, ...others.map(other => encode(other).etag)]).size).toBe(5)
	})

	test('is not encoded again if it is the same object, except for the time', () => {
		let encoded = 0
		const Counted = {
			schema: v.string(),
			decode: (wire: string) => wire,
			encode(inside: string) {
				encoded += 1
				return inside
			},
		}
		const encode = createAnswerEncoder(
			call({ ...declared, output: shape({ now: field('now', v.string()), items: field('items', array(Counted)) }) }),
		)
		const items = ['a', 'b']
		const first = encode({ now: '2026-03-10 10:00:00', items })
		const second = encode({ now: '2026-03-10 10:00:01', items })
		expect(encoded).toBe(2)
		expect(second).toEqual({ body: first.body.replace(':00"', ':01"'), etag: first.etag })
	})

	test('is encoded again in those parts that are other objects', () => {
		let encoded = 0
		const Label = {
			schema: v.string(),
			decode: (wire: string) => wire,
			encode(inside: string) {
				encoded += 1
				return inside
			},
		}
		const Page = shape({ items: field('data', array(shape({ label: field('label', Label) }))) })
		const encode = createAnswerEncoder(
			call({ ...declared, output: shape({ now: field('now', v.string()), page: field('page', Page) }) }),
		)
		const [a, b, c] = [{ label: 'a' }, { label: 'b' }, { label: 'c' }]
		const now = '2026-03-10 10:00:00'
		const send = (items: object[]) => encode({ now, page: { items } })
		const first = send([a, b])
		const swapped = send([b, a])
		const other = send([c, b])
		expect(encoded).toBe(3)
		expect([first, swapped, other].map(({ body }) => JSON.parse(body).data.page.data)).toEqual([
			[{ label: 'a' }, { label: 'b' }],
			[{ label: 'b' }, { label: 'a' }],
			[{ label: 'c' }, { label: 'b' }],
		])
		expect(new Set([first, swapped, other].map(({ etag }) => etag)).size).toBe(3)
		expect(send([{ label: 'a' }, { label: 'b' }])).toEqual(first)
	})

	test('contains only fields its schema declares, even without a shape', () => {
		const Loose = v.object({ label: v.string() })
		const output = shape({ things: field('things', shape({ loose: field('loose', Loose) })) })
		const encode = createAnswerEncoder(call({ ...declared, etag: {}, output }))
		const { body } = encode({ things: { loose: { label: 'one', secretOfRow: 'x' } } })
		expect(JSON.parse(body).data).toEqual({ things: { loose: { label: 'one' } } })
	})

	test('has no tag if it contains a secret, at any depth', () => {
		const encode = encoder()
		expect(encode(answer([{ label: 'one' }, { label: 'two', code: '4711' }])).etag).toBeUndefined()
		const known = answer([{ label: 'two', code: '4711' }])
		expect([encode(known).etag, encode(known).etag]).toEqual([undefined, undefined])
	})

	test('cannot be declared for a call that changes something', () => {
		expect(() => createAnswerEncoder(call({ ...declared, route: 'POST /things' }))).toThrow('cannot have an ETag')
	})
})
