import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { withCommandContext } from '../../admin/commandContext.ts'
import { createTestTerminal } from '../../admin/testTerminal.ts'
import type { Config } from '../../platform/config.ts'
import { findPerson } from '../account/index.ts'
import { createSqlComplaintStore } from './store.sql.ts'

test('[API-28] complaints of a site are listed, newest first, in its zone', async () => {
	const { parley, dataFolder } = await createTestTerminal()
	for (const host of ['meet.example.org', 'other.example.org']) await parley(['site', 'create', host])
	await parley(['company', 'create', 'Example'])
	await parley(['person', 'create', 'ada', '--company', 'Example'])
	expect((await parley(['complaints', 'list'])).stdout).toBe('No complaints on meet.example.org.')
	await withCommandContext({ dataFolder, databaseUrl: undefined } as Config, async context => {
		const complaints = createSqlComplaintStore(context.db)
		const ada = await findPerson(context, { name: 'ada', site: undefined })
		if (!ada.ok) throw new Error(ada.failure.join())
		const { id, siteId, lastCompanyId } = ada.value
		for (const [at, content] of [
			[Date.parse('2026-03-10T02:00:00Z'), 'The room is cold'],
			[Date.parse('2026-03-10T03:00:00Z'), '房间太冷'],
		] as const) {
			const who = { userId: id, userName: 'ada', displayName: 'Ada 王', companyId: lastCompanyId ?? ('' as never) }
			await complaints.insert({ id: `co_${at}`, siteId, author: who, content, at })
		}
		const live = { meetingId: v.parse(MeetingId, '123456789'), figures: 'low 1.2s' }
		const at = Date.parse('2026-03-10T04:00:00Z')
		await complaints.insert({ id: 'co_guest', siteId, content: 'It flickers', live, at })
	})
	const { stdout } = await parley(['complaints', 'list'])
	expect(stdout.split('\n')).toEqual([
		expect.stringMatching(/^TIME +COMPANY +PERSON +COMPLAINT +LIVE$/),
		expect.stringMatching(/^2026-03-10 12:00:00 +- +guest +It flickers +123456789 low 1.2s$/),
		expect.stringMatching(/^2026-03-10 11:00:00 +Example +Ada 王 \(ada\) +房间太冷 +-$/),
		expect.stringMatching(/^2026-03-10 10:00:00 +Example +Ada 王 \(ada\) +The room is cold +-$/),
	])
	expect((await parley(['complaints', 'list', '--site', 'other.example.org'])).stdout).toContain('No complaints')
	expect(await parley(['complaints', 'list', '--site', 'nowhere'])).toMatchObject({ exitCode: 1 })
})
