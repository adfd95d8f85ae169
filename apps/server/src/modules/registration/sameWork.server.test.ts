import { argon2 } from 'node:crypto'
import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountPassword, createTestServer, type TestServer } from '../../testing/testServer.ts'

// The single derivation of the password dominates the time; the rest is a look-up or two.
vi.mock('node:crypto', { spy: true })

const siteId = v.parse(SiteId, 'A')
let testServer: TestServer
beforeEach(async () => {
	testServer = await createTestServer()
	vi.mocked(argon2).mockClear()
})
afterEach(() => testServer.close())

test.each(['anna', 'olga', 'nobody', '13800138000', '13900139000', "' or 1=1 --", '', '\u0000'])(
	'[LOGIN-39, BIND-24] the name %j costs one derivation, on either path, whether or not it is used',
	async name => {
		const { accounts } = testServer.nouns.account
		for (const door of [accounts.authenticate, accounts.authenticateCorporate]) {
			for (const password of [accountPassword, 'wrong', '']) {
				vi.mocked(argon2).mockClear()
				await door(siteId, name, password)
				expect(vi.mocked(argon2)).toHaveBeenCalledTimes(1)
			}
		}
	},
)
