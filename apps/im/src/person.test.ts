import { afterEach, expect, test, vi } from 'vitest'
import type { Demo } from './demo.ts'
import { createPerson } from './person.ts'

afterEach(() => vi.unstubAllGlobals())

const demo: Demo = {
	appId: 'default',
	group: 'gr-demo',
	room: 'ro-demo',
	password: 'secret',
	people: [{ name: 'ann', userId: 'u-ann', displayName: 'Ann' }],
}

/** A server whose every sign-in has a token of its own, and which gives none of them a token of messaging. */
function refusingServer() {
	const asked: (string | null)[] = []
	let signIns = 0
	vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
		if (url.startsWith('/auth/login')) return Response.json({ data: { access_token: `sign-in ${++signIns}` } })
		if (url === '/') return new Response('<meta name="csrf-token" content="c">')
		asked.push(new Headers(init?.headers).get('authorization'))
		return Response.json({ code: 401 }, { status: 401 })
	})
	return asked
}

/** The contents of the tab's storage. */
function stubSessionStorage() {
	const kept = new Map<string, string>()
	vi.stubGlobal('sessionStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
		removeItem: (key: string) => void kept.delete(key),
	})
}

test('who logs in again after a refused sign-in asks with the new one', async () => {
	stubSessionStorage()
	const asked = refusingServer()
	const person = createPerson({ name: 'ann', guestName: 'Guest', demo, invited: undefined })
	person.login()
	await vi.waitFor(() => expect(person.view.problem).toBeDefined())
	person.login()
	await vi.waitFor(() => expect(asked).toHaveLength(2))
	expect(asked).toEqual(['Bearer sign-in 1', 'Bearer sign-in 2'])
})
