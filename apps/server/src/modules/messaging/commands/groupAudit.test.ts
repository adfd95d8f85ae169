import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { withCommandContext } from '../../../admin/commandContext.ts'
import { createTestTerminal } from '../../../admin/testTerminal.ts'
import type { Config } from '../../../platform/config.ts'
import { createSqlAccountStore } from '../../account/index.ts'
import { createSqlSiteStore } from '../../site/index.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import { serverAsActor } from '../model/commit.ts'
import { createSqlMessagingStore } from '../store/store.sql.ts'

async function aGroup() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', 'meet.example.org'])
	await terminal.parley(['site', 'create', 'other.example.org'])
	const gid = v.parse(GroupId, 'g1')
	const li = v.parse(ImUserId, 'li')
	const audit = { actor: 'li', action: 'kick', gid, target: 'han', before: { role: 0 }, after: { banned: false } }
	/** Stores the group and its audit. */
	const store = (audits: (typeof audit)[]) =>
		withCommandContext({ dataFolder: terminal.dataFolder, databaseUrl: undefined } as Config, async ({ db }) => {
			const [site] = await createSqlSiteStore(db).all()
			const appId = v.parse(ImAppId, site?.id)
			const group = newGroupSettings({ name: 'Choir', mucType: 0, owner: li })
			await createSqlMessagingStore(db).commit([
				{ appId, now: 0, conversation: { id: gid, create: { group }, events: [] } },
				{ appId, now: Date.UTC(2026, 0, 1), audit: audits },
			])
		})
	await terminal.parley(['company', 'create', 'Example'])
	await terminal.parley(['person', 'create', 'ada', '--company', 'Example', '--display-name', 'Ada L'])
	const idOf = (name: string) =>
		withCommandContext({ dataFolder: terminal.dataFolder, databaseUrl: undefined } as Config, async ({ db }) => {
			const [site] = await createSqlSiteStore(db).all()
			return (site && (await createSqlAccountStore(db).findByName(site.id, name)))?.id ?? ''
		})
	return { ...terminal, store, audit, gid, idOf }
}

test('the audit of a group shows who, whom, before and after, in the zone of the site', async () => {
	const { parley, store, audit } = await aGroup()
	await store([audit])
	const { stdout } = await parley(['group', 'audit', 'g1'])
	expect(stdout.split('\n')).toEqual([
		expect.stringMatching(/^TIME \(Asia\/Shanghai\) +WHO +WHAT +WHOM +BEFORE +AFTER$/),
		expect.stringMatching(/^2026-01-01 08:00:00 +li +kick +han +\{"role":0\} +\{"banned":false\}$/),
	])
})

test('the end of a silence is shown as a time, too', async () => {
	const { parley, store, audit } = await aGroup()
	const silence = { before: {}, after: { silencedUntil: Date.UTC(2026, 0, 1, 1) } }
	await store([{ ...audit, action: 'member', ...silence } as unknown as typeof audit])
	expect((await parley(['group', 'audit', 'g1'])).stdout).toContain('{"silencedUntil":"2026-01-01 09:00:00"}')
})

test('people with an account are named; changes of the group itself name no target', async () => {
	const { parley, store, audit, gid, idOf } = await aGroup()
	const ada = await idOf('ada')
	await store([{ ...audit, actor: ada, action: 'settings', target: gid }])
	const { stdout } = await parley(['group', 'audit', 'g1'])
	expect(stdout).toMatch(new RegExp(`Ada L \\(${ada}\\) +settings +\\{"role"`))
})

test('changes without a person are attributed to the server', async () => {
	const { parley, store, audit } = await aGroup()
	await store([{ ...audit, actor: serverAsActor }])
	expect((await parley(['group', 'audit', 'g1'])).stdout).toMatch(/00 +\(server\) +kick/)
})

test('an empty audit says so; a group of another site, or an unknown one, is not found', async () => {
	const { parley, store } = await aGroup()
	await store([])
	expect((await parley(['group', 'audit', 'g1'])).stdout).toContain('Nothing was changed in Choir')
	for (const args of [['g2'], ['not an id'], ['g1', '--site', 'other.example.org'], ['g1', '--site', 'nowhere']]) {
		expect(await parley(['group', 'audit', ...args]), args.join(' ')).toMatchObject({ exitCode: 1 })
	}
})
