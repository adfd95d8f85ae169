import { encryptPassword } from '@parley/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostB, loginFields, type TestClient, type TestServer } from '../../testing/testServer.ts'
import { createSqlAccountStore, createSqlPeopleStore } from '../account/index.ts'

const look = 'POST /auth/setUpLink'
const setUp = 'POST /auth/setUpPassword'
const login = 'POST /auth/login?unauth&noErrorTip'
const day = 86_400_000
const newPassword = 'fresh-horse-43'
let testServer: TestServer
let client: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	client = await testServer.visit()
})
afterEach(() => testServer.close())

const iv = new Uint8Array(16).fill(9)
const sealed = (password = newPassword, again = password) => ({
	password: encryptPassword(password, iv),
	password_confirmation: encryptPassword(again, iv),
})

async function findAnna() {
	const account = await createSqlAccountStore(testServer.database.db).findByName('A' as never, 'anna')
	if (!account) throw new Error('anna is missing')
	return account
}

/** The token of a link for anna, as a command makes one. */
async function aLink(days = 14): Promise<string> {
	const { id, siteId } = await findAnna()
	const { proofs } = testServer.nouns.verification.verification
	const { token, proof } = proofs.prepareSetUp(siteId, id, days)
	await testServer.database.db.transaction().execute(within => proofs.insertPrepared([proof], within))
	return token
}

test('a link says whose account it is, and lets them choose a password once', async () => {
	const anna = await testServer.signIn('anna')
	const token = await aLink()
	expect(await client.send(look, { token })).toMatchObject({ http: 200, data: { name: 'anna' } })
	expect(await client.send(setUp, { token, ...sealed('short') })).toMatchObject({ http: 422, code: 100009 })
	expect(await client.send(setUp, { token, ...sealed(newPassword, 'other-horse-44') })).toMatchObject({ http: 422 })
	expect(await client.send(setUp, { token, ...sealed() })).toMatchObject({ http: 200 })
	expect(await client.send(login, loginFields('anna', newPassword))).toMatchObject({ http: 200 })
	expect(await client.send(login, loginFields('anna'))).toMatchObject({ http: 401 })
	// Existing sessions of the account have ended.
	expect(await anna.send('GET /auth/me')).toMatchObject({ http: 401 })
	expect(await client.send(look, { token })).toMatchObject({ http: 409, code: 200023 })
	expect(await client.send(setUp, { token, ...sealed('other-horse-44') })).toMatchObject({ http: 409, code: 200023 })
})

test('of many at once with one link, one sets the password', async () => {
	const token = await aLink()
	const all = await Promise.all(
		['horse-100', 'horse-200', 'horse-300'].map(password => client.send(setUp, { token, ...sealed(password) })),
	)
	expect(all.map(({ code }) => String(code)).toSorted()).toEqual(['200', '200023', '200023'])
})

test('an expired, wrong, replaced or other link has an answer of its own', async () => {
	const [old, token] = [await aLink(1), await aLink(14)]
	const elsewhere = await testServer.visit({ host: hostB })
	expect(await elsewhere.send(look, { token })).toMatchObject({ http: 403, code: 200024 })
	expect(await elsewhere.send(setUp, { token, ...sealed() })).toMatchObject({ http: 403, code: 200024 })
	expect(await client.send(look, { token: 'x'.repeat(43) })).toMatchObject({ http: 404, code: 200021 })

	testServer.clock.advance(day)
	client = await testServer.visit()
	expect(await client.send(look, { token: old })).toMatchObject({ http: 410, code: 200022 })
	expect(await client.send(setUp, { token: old, ...sealed() })).toMatchObject({ http: 410, code: 200022 })
	// An expired link is recognised for as long as people may still open it.
	await testServer.nouns.verification.verification.removeExpired()
	expect(await client.send(look, { token: old })).toMatchObject({ code: 200022 })
	expect(await client.send(look, { token })).toMatchObject({ http: 200 })

	const { id } = await findAnna()
	await testServer.nouns.verification.verification.proofs.removeForUser(id)
	expect(await client.send(look, { token })).toMatchObject({ code: 200023 })
	testServer.clock.advance(200 * day)
	client = await testServer.visit()
	await testServer.nouns.verification.verification.removeExpired()
	expect(await client.send(look, { token })).toMatchObject({ code: 200021 })
})

test('of a link that a newer one replaced it is said as long as the newer one is valid', async () => {
	const { proofs } = testServer.nouns.verification.verification
	const { id } = await findAnna()
	const old = await aLink()
	await proofs.removeForUser(id)
	const newer = await aLink(1)
	const replaced = { http: 409, code: 200025 }
	expect(await client.send(look, { token: old })).toMatchObject(replaced)
	expect(await client.send(setUp, { token: old, ...sealed() })).toMatchObject(replaced)
	expect(await client.send(look, { token: newer })).toMatchObject({ http: 200 })
	expect(await client.send(setUp, { token: newer, ...sealed() })).toMatchObject({ http: 200 })
	expect(await client.send(look, { token: old })).toMatchObject({ http: 409, code: 200023 })

	// Used, and then given another: that one helps.
	await aLink(1)
	expect(await client.send(look, { token: newer })).toMatchObject(replaced)
	testServer.clock.advance(day)
	client = await testServer.visit()
	expect(await client.send(look, { token: newer })).toMatchObject({ code: 200023 })
})

test('a link of a disabled or deleted person is invalid', async () => {
	const token = await aLink()
	const { id } = await findAnna()
	const people = createSqlPeopleStore(testServer.database.db)
	await people.disable([id], 'command', 1)
	expect(await client.send(look, { token })).toMatchObject({ http: 403, code: 200012 })
	expect(await client.send(setUp, { token, ...sealed() })).toMatchObject({ http: 403, code: 200012 })
	await people.remove(id)
	expect(await client.send(setUp, { token, ...sealed() })).toMatchObject({ http: 404, code: 200021 })
})
