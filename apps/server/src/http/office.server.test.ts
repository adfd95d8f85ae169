import { createHash } from 'node:crypto'
import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSqlPeopleStore } from '../modules/account/index.ts'
import { createTestServer, loginFields, schedule, type TestClient, type TestServer } from '../testing/testServer.ts'

/** Two thousand real hashes take a day of processor time; the counting around them is the same. */
vi.mock('../platform/passwords.ts', () => {
	const hash = (password: string) => createHash('sha256').update(password).digest('base64url')
	return {
		hashPassword: async (password: string) => hash(password),
		async verifyPassword(password: string, hashed: string | null | undefined) {
			await new Promise(resolve => setImmediate(resolve))
			return hashed === hash(password)
		},
	}
})

const people = 2_000
const password = 'right-horse-42'
/** The office's router. */
const address = '198.51.100.1'
const nameOf = (n: number) => `colleague-${n}`

let server: TestServer

beforeAll(async () => {
	server = await createTestServer()
	const passwordHash = createHash('sha256').update(password).digest('base64url')
	await server.database.db.transaction().execute(async transaction => {
		const everybody = Array.from({ length: people }, (_, n) => {
			const id = v.parse(UserId, `u-${nameOf(n)}`)
			const nothing = { corporateHash: null, mobile: null, mobileCode: null, source: null, picture: null }
			const names = { name: nameOf(n), displayName: nameOf(n), siteId: v.parse(SiteId, 'A'), lastCompanyId: null }
			const account = { id, ...names, ...nothing, passwordHash, isComplete: true }
			const companyId = v.parse(CompanyId, 'X')
			return { account, membership: { userId: id, companyId, userType: 1, isDefault: true } }
		})
		await createSqlPeopleStore(transaction).insertMany(everybody, 1, transaction)
	})
})
afterAll(() => server.close())

/** Runs at most `width` requests at a time, as a network does. */
async function atOnce(count: number, width: number, act: (n: number) => Promise<void>) {
	let next = 0
	const work = async () => {
		while (next < count) await act(next++)
	}
	await Promise.all(Array.from({ length: width }, work))
}

const login = (client: TestClient, name: string, typed = password) =>
	client.send('POST /auth/login?unauth&noErrorTip', loginFields(name, typed))

test('[API-38] [LOGIN-42] two thousand people behind one router join and sign in within a minute, including those who mistype', async () => {
	const host = await server.visit()
	host.token = (await login(host, nameOf(0))).data.access_token
	const meetingId = await schedule(host)
	const answers = new Map<string, number>()
	const note = (what: string, { code }: { code: number | undefined }) =>
		answers.set(`${what} ${code}`, (answers.get(`${what} ${code}`) ?? 0) + 1)

	await atOnce(people, 150, async n => {
		const client = await server.visit({ address })
		note('guest', await client.send('POST /meeting/joinMeeting', joining(meetingId, `Guest ${n}`)))
		if (n % 20 === 0) note('mistyped', await login(client, nameOf(n), 'mistyped-1'))
		const signedIn = await login(client, nameOf(n))
		note('sign-in', signedIn)
		client.token = signedIn.data?.access_token
		note('member', await client.send('POST /meeting/joinMeeting', joining(meetingId, nameOf(n))))
	})
	expect(Object.fromEntries(answers)).toEqual({
		'guest 200': people,
		'mistyped 1004': people / 20,
		'sign-in 200': people,
		'member 200': people,
	})
}, 120_000)

test('[LOGIN-42] a person who guesses passwords there must solve a challenge, and others who must because of it sign in with one', async () => {
	const codes: (number | undefined)[] = []
	await atOnce(200, 20, async n => {
		codes.push((await login(await server.visit({ address }), nameOf(n), 'guessed-1')).code)
	})
	expect(codes.filter(code => code === 1004).length).toBeLessThanOrEqual(60)
	expect(new Set(codes)).toEqual(new Set([1004, 400]))
	const colleague = await server.visit({ address })
	const fields = { ...loginFields(nameOf(7), password), captcha: await server.pass(colleague) }
	expect((await colleague.send('POST /auth/login?unauth&noErrorTip', fields)).code).toBe(200)
})

test('[API-03] ids guessed there are answered thirty times, from however many browsers', async () => {
	const answers: (number | undefined)[] = []
	await atOnce(200, 20, async n => {
		const guesser = await server.visit({ address })
		answers.push((await guesser.send('POST /meeting/joinMeeting', joining(`${100_000_001 + n}`, 'Guest'))).code)
	})
	expect(answers.filter(code => code === 805)).toHaveLength(30)
})

const joining = (meetingId: string, displayName: string) => ({
	meetingId,
	display_name: displayName,
	action: 'webJoin',
})
