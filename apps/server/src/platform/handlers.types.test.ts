import { call, commonRefusals, field, shape } from '@parley/api'
import { ok, refused } from '@parley/core'
import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { type CallHandlers, handlers } from './handlers.ts'

const group = {
	greet: call({
		route: 'GET /greet',
		summary: 'Greets.',
		who: 'anyone',
		input: shape({ name: field('the_name', v.string()) }),
		output: shape({ greeting: field('the_greeting', v.string()) }),
		refusals: { tooShy: { http: 200, code: 7 } },
	}),
	secret: call({
		route: 'GET /secret',
		summary: 'For members.',
		who: 'member',
		input: shape({}),
		output: shape({}),
		refusals: {},
	}),
}
const secret = async () => ok({})
const greet = async () => ok({ greeting: '' })

// The type check fails if a marked line compiles.
test('[API-38] a table with a handler for every call compiles and is returned unchanged', async () => {
	const { table } = handlers(group, {
		async greet({ name }, { siteId, member }) {
			if (name === '') return refused('tooShy')
			if (name === 'x') return { ...refused('tooMany'), retryAfterMs: 5 }
			return ok({ greeting: `${name} of ${siteId}, ${member?.userName ?? 'a guest'}` })
		},
		secret: async (_, { member, token }) => ok({ seen: member.userName + token }),
	})
	expect(Object.keys(table)).toEqual(['greet', 'secret'])
})

test('[API-38] a call without a handler does not compile', () => {
	// @ts-expect-error `greet` has no handler
	handlers(group, { secret }) satisfies CallHandlers
	expect(Object.keys(commonRefusals)).not.toContain('tooShy')
})

test('[API-38] a refusal that is not declared does not compile', () => {
	// @ts-expect-error `tooBold` is no refusal of this call
	handlers(group, { secret, greet: async () => refused('tooBold') }) satisfies CallHandlers
	// @ts-expect-error `tooShy` is a refusal of another call
	handlers(group, { secret: async () => refused('tooShy'), greet }) satisfies CallHandlers
	expect(group.greet.refusals.tooShy.code).toBe(7)
})

test('[API-38] an output of another shape does not compile', () => {
	// @ts-expect-error the greeting is missing
	handlers(group, { secret, greet: async () => ok({}) })
	// @ts-expect-error the greeting is a text
	handlers(group, { secret, greet: async () => ok({ greeting: 5 }) })
	// @ts-expect-error output uses the inside names
	handlers(group, { secret, greet: async () => ok({ the_greeting: '' }) })
	expect(group.greet.output.encode({ greeting: 'hi' })).toEqual({ the_greeting: 'hi' })
})

test('[API-38] fields a caller may lack cannot be used', () => {
	handlers(group, {
		secret,
		// @ts-expect-error a call for anyone may have no member
		greet: async (_, { member }) => ok({ greeting: member.userName }),
	})
	// @ts-expect-error input uses the inside names
	handlers(group, { secret, greet: async ({ the_name }) => ok({ greeting: the_name }) })
	expect(group.greet.who).toBe('anyone')
})

test('[API-38] the compile error names the handler or the refusal in one line', () => {
	expectTypeOf(handlers(group, { secret }).error).toEqualTypeOf<'missing handler for call "greet"'>()
	expectTypeOf(
		handlers(group, { secret, greet: async () => refused('tooBold') }).error,
	).toEqualTypeOf<'call "greet" does not declare the refusal "tooBold"'>()
	expectTypeOf(
		handlers(group, { secret, greet, shout: greet }).error,
	).toEqualTypeOf<'handler "shout" is for no call of the contract'>()
	expectTypeOf(handlers(group, { secret, greet })).toEqualTypeOf<CallHandlers>()
	expect(handlers(group, { secret, greet }).group).toBe(group)
})
