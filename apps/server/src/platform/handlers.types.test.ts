import { call, commonRefusals, field, shape } from '@parley/api'
import { ok, refused } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { handlers } from './handlers.ts'

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

// Each line marked below must not compile; the type check fails where one does.
test('[API-38] a table that answers every call as declared compiles and is kept as it is', async () => {
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

test('[API-38] a call without an answer does not compile', () => {
	// @ts-expect-error `greet` has no answer
	handlers(group, { secret })
	expect(Object.keys(commonRefusals)).not.toContain('tooShy')
})

test('[API-38] a refusal that is not declared does not compile', () => {
	// @ts-expect-error `tooBold` is no refusal of this call
	handlers(group, { secret, greet: async () => refused('tooBold') })
	// @ts-expect-error `tooShy` is a refusal of another call
	handlers(group, { secret: async () => refused('tooShy'), greet: async () => ok({ greeting: '' }) })
	expect(group.greet.refusals.tooShy.code).toBe(7)
})

test('[API-38] an answer of another shape does not compile', () => {
	// @ts-expect-error the greeting is missing
	handlers(group, { secret, greet: async () => ok({}) })
	// @ts-expect-error the greeting is a text
	handlers(group, { secret, greet: async () => ok({ greeting: 5 }) })
	// @ts-expect-error the spelling of the wire stays outside
	handlers(group, { secret, greet: async () => ok({ the_greeting: '' }) })
	expect(group.greet.output.encode({ greeting: 'hi' })).toEqual({ the_greeting: 'hi' })
})

test('[API-38] what the caller is not known to have cannot be used', () => {
	handlers(group, {
		secret,
		// @ts-expect-error a call for anyone may have no member
		greet: async (_, { member }) => ok({ greeting: member.userName }),
	})
	// @ts-expect-error an input is read by its inside name
	handlers(group, { secret, greet: async ({ the_name }) => ok({ greeting: the_name }) })
	expect(group.greet.who).toBe('anyone')
})
