import { GroupId, type GroupType, groupTypes, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { withCommandContext } from '../../../admin/commandContext.ts'
import { createTestTerminal } from '../../../admin/testTerminal.ts'
import type { CommandContext } from '../../../platform/command.ts'
import type { Config } from '../../../platform/config.ts'
import { createSqlAccountStore } from '../../account/index.ts'
import { createSqlSiteStore } from '../../site/index.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import { memberRow } from '../model/group.ts'
import { createSqlMessagingStore } from '../store/store.sql.ts'

async function aSite() {
	const terminal = await createTestTerminal()
	const { parley, dataFolder } = terminal
	const work = <T>(use: (context: CommandContext, appId: ImAppId) => Promise<T>): Promise<T> =>
		withCommandContext({ dataFolder, databaseUrl: undefined } as Config, async context => {
			const [site] = await createSqlSiteStore(context.db).all()
			return await use(context, v.parse(ImAppId, site?.id))
		})
	await parley(['site', 'create', 'meet.example.org'])
	for (const company of ['Choir', 'Band']) await parley(['company', 'create', company])
	for (const [name, company] of Object.entries({ ada: 'Choir', ben: 'Choir', cem: 'Band' }))
		await parley(['person', 'create', name, '--company', company])
	const uidOf = (name: string) =>
		work(async ({ db }) => {
			const [site] = await createSqlSiteStore(db).all()
			return v.parse(ImUserId, site && (await createSqlAccountStore(db).findByName(site.id, name))?.id)
		})
	/** Notices of a person, as messaging stores them. */
	const told = async (name: string) => {
		const uid = await uidOf(name)
		return await work(async ({ db }, appId) => {
			const found = await createSqlMessagingStore(db).searchNotices(appId, uid, {
				keywords: '',
				before: undefined,
				limit: 10,
			})
			return found.map(entry => [entry.name, entry.body])
		})
	}
	const makeGroup = (id: string, mucType: GroupType, uids: ImUserId[]) =>
		work(async ({ db }, appId) => {
			const owner = v.parse(ImUserId, 'owner')
			const group = newGroupSettings({ name: 'Altos', mucType, owner })
			const members = uids.map(uid => memberRow(uid, 1, 'here'))
			const conversation = { id: v.parse(GroupId, id), create: { group }, events: [], members }
			await createSqlMessagingStore(db).commit([{ appId, now: 1, conversation }])
		})
	return { ...terminal, told, uidOf, makeGroup }
}

const notice = { title: 'Rehearsal', content: 'On Friday' }
const text = ['notice', notice.title, notice.content]

test('[IMCALL-43] a notice reaches a person, a company, a group or the whole site, and nobody else', async () => {
	const { parley, told, uidOf, makeGroup } = await aSite()
	await makeGroup('g1', groupTypes.COMMON, [await uidOf('ben'), await uidOf('cem')])
	expect(await parley([...text, '--person', 'ada', '--link', '/help'])).toMatchObject({ exitCode: 0 })
	expect(await told('ada')).toEqual([['notice', { ...notice, link: '/help' }]])
	expect(await told('ben')).toEqual([])

	expect((await parley([...text, '--company', 'Choir'])).stdout).toContain('2 people of Choir')
	expect([(await told('ada')).length, await told('ben'), await told('cem')]).toEqual([2, [['notice', notice]], []])

	expect((await parley([...text, '--group', 'g1'])).stdout).toContain('2 people of Altos')
	expect([(await told('ada')).length, (await told('ben')).length, await told('cem')]).toEqual([
		2,
		2,
		[['notice', notice]],
	])

	expect((await parley([...text, '--everybody'])).stdout).toContain('everyone on meet.example.org')
	for (const name of ['ada', 'ben', 'cem']) expect(await told(name)).toContainEqual(['broadcast', notice])
})

test('a notice with unclear recipients or content is not sent', async () => {
	const { parley, told, makeGroup } = await aSite()
	await makeGroup('room', groupTypes.CHATROOM, [])
	for (const [args, reason] of [
		[text, 'one of --person'],
		[[...text, '--person', 'ada', '--everybody'], 'one of --person'],
		[[...text, '--person', 'zoe'], 'No person zoe on meet.example.org'],
		[[...text, '--company', 'Circus'], 'No company "Circus"'],
		[[...text, '--group', 'g9'], 'No group g9'],
		[[...text, '--group', 'room'], 'is a chat room'],
		[[...text, '--person', 'ada', '--site', 'nowhere'], 'No site nowhere'],
		[['notice', ' ', 'x', '--person', 'ada'], 'title is missing'],
		[['notice', 'x', 'x'.repeat(2_001), '--person', 'ada'], 'more than 2000'],
		[[...text, '--person', 'ada', '--link', 'javascript:alert(1)'], 'The link must be a path'],
		[[...text, '--person', 'ada', '--link', '//evil.example'], 'The link must be a path'],
	] as const) {
		const refused = await parley([...args])
		expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(reason)])
	}
	expect(await told('ada')).toEqual([])
})
