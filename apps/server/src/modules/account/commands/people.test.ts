import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordingId } from '@parley/api'
import type { MeetingId } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import { expect, test } from 'vitest'
import { withCommandContext } from '../../../admin/commandContext.ts'
import { createTestTerminal } from '../../../admin/testTerminal.ts'
import type { Config } from '../../../platform/config.ts'
import { verifyPassword } from '../../../platform/passwords.ts'
import { createSqlSiteStore, type Site } from '../../site/index.ts'
import { createSqlAccountStore } from '../store.sql.ts'
import { createPersonContext, type PersonContext } from './personContext.ts'

async function aTerminalWithCompany() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', 'meet.example.org'])
	await terminal.parley(['company', 'create', 'Example'])
	const look = <T>(work: (context: PersonContext, site: Site | undefined) => Promise<T>) =>
		withCommandContext({ dataFolder: terminal.dataFolder, databaseUrl: undefined } as Config, async context => {
			const [site] = await createSqlSiteStore(context.db).all()
			return await work(createPersonContext(context), site)
		})
	return { ...terminal, look }
}

test('the first site becomes the default; a host name can be used once', async () => {
	const { parley } = await createTestTerminal()
	expect((await parley(['site', 'create', 'Meet.Example.org'])).stdout).toContain('the default site')
	expect((await parley(['site', 'create', 'oa.example.org', '--set', 'isOa=on', 'type=1'])).stdout).not.toContain(
		'default',
	)
	expect(await parley(['site', 'create', 'meet.example.org'])).toMatchObject({ exitCode: 1 })
	const { stdout } = await parley(['site', 'list'])
	expect(stdout).toMatch(/meet\.example\.org .* default/)
	expect(stdout).toMatch(/oa\.example\.org .* type=1 isOa=true/)
})

test('an unknown setting or an invalid value changes nothing', async () => {
	const { parley } = await createTestTerminal()
	await parley(['site', 'create', 'meet.example.org'])
	const tried = await parley(['site', 'set', 'meet.example.org', 'guestJoin=off', 'zone=Mars/Base', 'challenge=on'])
	expect(tried.exitCode).toBe(1)
	expect(tried.stderr).toContain('zone cannot be "Mars/Base"')
	expect(tried.stderr).toContain('"challenge=on"')
	expect((await parley(['site', 'list'])).stdout).not.toContain('guestJoin')
	expect(await parley(['site', 'set', 'meet.example.org', 'guestJoin=off'])).toMatchObject({ exitCode: 0 })
	expect((await parley(['site', 'list'])).stdout).toContain('guestJoin=false')
})

test('[LOGIN-34, LOGIN-38] the challenge of a site is switched here, and the key of its vendor is not repeated', async () => {
	const { parley } = await createTestTerminal()
	await parley(['site', 'create', 'meet.example.org'])
	expect(await parley(['site', 'set', 'meet.example.org', 'challengeOpen=on'])).toMatchObject({ exitCode: 0 })
	expect((await parley(['site', 'list'])).stdout).toContain('challengeOpen=true')
	const vendor = ['challengeVendorKey=12345', 'challengeVendorUrl=https://v.example.org', 'challengeVendorSecret=98765']
	const set = await parley(['site', 'set', 'meet.example.org', ...vendor])
	const { stdout } = await parley(['site', 'list'])
	expect(stdout).toContain('challengeVendorKey=12345')
	expect(`${set.stdout} ${stdout}`).not.toContain('98765')
	const wrong = await parley(['site', 'set', 'meet.example.org', 'challengeVendorUrl=v.example.org'])
	expect(wrong).toMatchObject({ exitCode: 1 })
})

test('a person created without a password can sign in with the printed one', async () => {
	const { parley, look } = await aTerminalWithCompany()
	const { stdout, exitCode } = await parley([
		'person',
		'create',
		'ada',
		'--company',
		'Example',
		'--display-name',
		'Ada 王',
	])
	expect(exitCode).toBe(0)
	const password = /Password: (\S+)/.exec(stdout)?.[1] ?? ''
	await look(async (context, site) => {
		expect(site && (await context.accounts.authenticate(site.id, 'ada', password))).toMatchObject({
			displayName: 'Ada 王',
		})
	})
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toMatch(/ada +Ada 王 +1/)
	expect(await parley(['person', 'create', 'ADA', '--company', 'Example'])).toMatchObject({ exitCode: 1 })
})

test('a password reset ends all sessions of that person, and no others', async () => {
	const { parley, look } = await aTerminalWithCompany()
	for (const name of ['ada', 'grace']) await parley(['person', 'create', name, '--company', 'Example'])
	await look(async (context, site) => {
		for (const name of ['ada', 'grace']) {
			const account = site && (await context.accounts.findByName(site.id, name))
			if (!account) throw new Error(`${name} is missing`)
			const session = { id: `s_${name}`, userId: account.id, siteId: account.siteId, tokenHash: `hash of ${name}` }
			const times = { previousHash: null, previousUntil: null, staySignedIn: false, createdAt: 1, expiresAt: 9e15 }
			await context.sessions.insert({ ...session, ...times })
		}
	})

	const weak = await parley(['person', 'password', 'ada', '--password', 'short'])
	expect(weak).toMatchObject({ exitCode: 1, stdout: '' })
	await look(async context => expect(await context.sessions.findByTokenHash('hash of ada')).toBeDefined())

	const reset = await parley(['person', 'password', 'ada', '--password', '-'], { input: 'Sunny-day-9\n' })
	expect(reset).toMatchObject({ exitCode: 0 })
	expect(reset.stdout).not.toContain('Sunny-day-9')
	await look(async (context, site) => {
		expect(await context.sessions.findByTokenHash('hash of ada')).toBeUndefined()
		expect(await context.sessions.findByTokenHash('hash of grace')).toBeDefined()
		const account = site && (await context.accounts.findByName(site.id, 'ada'))
		expect(await verifyPassword('Sunny-day-9', account?.passwordHash)).toBe(true)
	})
	const unknown = await parley(['person', 'password', 'nobody'])
	expect(unknown).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('No person "nobody" on meet.example.org'),
	})
})

test('an import creates people with their departments', async () => {
	const { parley, folder, look } = await aTerminalWithCompany()
	const file = join(folder, 'people.csv')
	const rows = [
		'\ufeffName,display_name,password,mobile,department',
		'ada,"Lovelace, Ada",Engine-1843,+44 7700900123,R&D/Platform',
		'',
		'王芳,王芳,,13800000009,R&D',
		'grace,Grace,,,R&D/Platform',
	]
	await writeFile(file, rows.join('\r\n'))
	expect(await parley(['import', file, '--company', 'Example', '--check'])).toMatchObject({ exitCode: 0 })
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('0 people')
	const { stdout, exitCode } = await parley(['import', file, '--company', 'Example'])
	expect(exitCode).toBe(0)
	expect(stdout).toContain('3 new')
	expect(stdout).toMatch(/2 people set their password with the links in .*people-links-[\d-]+\.csv/)
	await look(async (context, site) => {
		const account = site && (await context.accounts.findByName(site.id, 'ada'))
		expect(account).toMatchObject({ displayName: 'Lovelace, Ada', mobile: '7700900123', mobileCode: '44' })
		const departments = await context.directory.listDepartments(site?.firstCompanyId as never)
		expect(departments.map(({ name, number, parentNumber }) => [name, number, parentNumber])).toEqual([
			['R&D', '1001', null],
			['Platform', '1002', '1001'],
		])
	})
	const again = await parley(['person', 'import', file, '--company', 'Example'])
	expect(again.stdout).toContain('0 new\n  0 changed\n  0 disabled\n  3 unchanged')
})

test('one error in a file stops the import, and every error is reported with its line', async () => {
	const { parley, folder } = await aTerminalWithCompany()
	const file = join(folder, 'people.csv')
	await writeFile(
		file,
		'name,display_name,password,mobile,department\nok.person,Fine,,,\nx,Too short,,,\nlin,,12345678,12,A//B\nOK.PERSON,Twice,,,\n',
	)
	const { exitCode, stderr } = await parley(['import', file, '--company', 'Example'])
	expect(exitCode).toBe(1)
	expect(stderr.split('\n').map(line => /^(line \d+: \w+|\w+)/.exec(line)?.[0])).toEqual([
		'line 3: name',
		'line 4: display_name',
		'line 4: password',
		'line 4: mobile',
		'line 4: department',
		'line 5: name',
		'Nothing',
	])
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('0 people')
})

test('[SOC-18] a person is linked to one identity of the workplace app, and an identity to one person', async () => {
	const { parley, look } = await aTerminalWithCompany()
	for (const name of ['ada', 'grace']) await parley(['person', 'create', name, '--company', 'Example'])
	const linkedTo = (openid: string) =>
		look(async ({ identities }, site) => {
			if (!site) throw new Error('no site')
			return await identities.find({ siteId: site.id, provider: 'workplace', subject: openid })
		})
	const link = (name: string, openid: string) => parley(['person', 'link', name, '--workplace', openid])
	expect(await link('ADA', 'ding-1')).toMatchObject({ exitCode: 0 })
	expect(await linkedTo('ding-1')).toMatchObject({ nickname: null })
	expect(await link('ada', 'ding-1')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('already') })
	expect(await link('grace', 'ding-1')).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('another person'),
	})
	expect(await link('ada', 'ding-2')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('unlink ada') })
	expect(await link('nobody', 'ding-3')).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'link', 'ada'])).toMatchObject({ exitCode: 2 })
	await parley(['person', 'unlink', 'ada'])
	expect(await linkedTo('ding-1')).toBeUndefined()
	expect(await link('grace', 'ding-1')).toMatchObject({ exitCode: 0 })
})

test('[BIND-08] people from an OA directory keep its password, even if they get a new one here', async () => {
	const { parley, look } = await aTerminalWithCompany()
	const oa = ['--company', 'Example', '--source', 'OA', '--password', 'corporate-7']
	await parley(['person', 'create', 'ada', ...oa])
	const signsIn = (password: string) =>
		look(async ({ accounts }, site) => {
			if (!site) throw new Error('no site')
			const here = await accounts.authenticate(site.id, 'ada', password)
			const there = await accounts.authenticateCorporate(site.id, 'ada', password)
			return [here !== undefined, there !== undefined]
		})
	expect(await signsIn('corporate-7')).toEqual([true, true])
	await parley(['person', 'password', 'ada', '--password', 'fresh-horse-43'])
	expect(await signsIn('corporate-7')).toEqual([false, true])
	expect(await signsIn('fresh-horse-43')).toEqual([true, false])
})

test('spreadsheets saved in GB 18030 are read like those in UTF-8', async () => {
	const { parley, folder } = await aTerminalWithCompany()
	const file = join(folder, 'people.csv')
	// 李雷 in GB 18030.
	const chinese = Buffer.from([0xc0, 0xee, 0xc0, 0xd7])
	await writeFile(file, Buffer.concat([Buffer.from('name,display_name\nlilei,'), chinese]))
	await parley(['import', file, '--company', 'Example'])
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('李雷')
})

test('invalid commands exit with 2 and one line, failures with 1', async () => {
	const { parley, folder } = await aTerminalWithCompany()
	expect(await parley(['persom', 'list'])).toMatchObject({ exitCode: 2 })
	expect(await parley(['person', 'list'])).toMatchObject({ exitCode: 2 })
	expect(await parley(['person', 'create', 'ada', '--company', 'Example', '--type', 'boss'])).toMatchObject({
		exitCode: 2,
	})
	expect(await parley(['site', 'list'], { PORT: 'eighty' })).toMatchObject({
		exitCode: 2,
		stderr: 'Setting PORT=eighty: expected a port number',
	})
	const missing = await parley(['import', join(folder, 'none.csv'), '--company', 'Example'])
	expect(missing.exitCode).toBe(1)
	expect(missing.stderr).toMatch(/^parley: File not found: .*none.csv$/)
	expect(await parley(['--help'])).toMatchObject({ exitCode: 0 })
	const help = await parley(['person', 'set-up-link', '--help'])
	expect(help.stdout).toMatch(/new file for the links \(default:\s+printed\)\n/)
	expect(await parley(['person', 'list', '--company', 'Nowhere'])).toMatchObject({ exitCode: 1, stdout: '' })
})

test('people are listed by page, after a name, or by search', async () => {
	const { parley } = await aTerminalWithCompany()
	for (const name of ['ada', 'alan', 'barbara', 'grace']) {
		await parley(['person', 'create', name, '--company', 'Example', '--display-name', `${name} 王`])
	}
	const list = async (...args: string[]) => {
		const { stdout } = await parley(['person', 'list', '--company', 'Example', ...args])
		return { names: [...stdout.matchAll(/^(\S+) +\S+ 王/gm)].map(([, name]) => name), stdout }
	}
	const first = await list('--page-size', '3')
	expect(first.names).toEqual(['ada', 'alan', 'barbara'])
	expect(first.stdout).toContain('4 people, page 1 of 2\nNext: --page 2')
	const second = await list('--page-size', '3', '--page', '2')
	expect(second.names).toEqual(['grace'])
	expect(second.stdout).not.toContain('Next')
	const after = await list('--page-size', '2', '--after', 'ADA')
	expect(after.names).toEqual(['alan', 'barbara'])
	expect(after.stdout).toContain('Next: --after barbara')
	expect((await list('--search', 'a')).names).toEqual(['ada', 'alan', 'barbara', 'grace'])
	expect((await list('--search', 'AL')).names).toEqual(['alan'])
	expect((await list('--search', '%')).names).toEqual([])
	expect(await parley(['person', 'list', '--company', 'Example', '--page', '0'])).toMatchObject({ exitCode: 2 })
	expect(await parley(['person', 'list', '--company', 'Example', '--page', '3', '--page-size', '3'])).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: 'Page 3 does not exist: the last of 4 people are on page 2',
	})
})

test('a person is renamed, moved and given another type; a taken name stays with its owner', async () => {
	const { parley, look } = await aTerminalWithCompany()
	for (const name of ['ada', 'grace']) await parley(['person', 'create', name, '--company', 'Example'])
	const line = async (name: string) =>
		(await parley(['person', 'list', '--company', 'Example', '--search', name])).stdout.split('\n')[1]

	expect(await parley(['person', 'rename', 'ada', '--name', 'Grace'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'rename', 'ada', '--name', 'x'])).toMatchObject({ exitCode: 1 })
	for (const name of ['😀', 'Ada 😀'])
		expect(await parley(['person', 'rename', 'ada', '--display-name', name])).toMatchObject({ exitCode: 1 })
	const smiling = await parley(['person', 'create', 'new', '--company', 'Example', '--display-name', 'New 😀'])
	expect(smiling.stderr).toBe('The display name needs 1 to 50 characters, no emoji')
	expect(await parley(['person', 'rename', 'ada'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'rename', 'ada', '--name', 'lovelace', '--display-name', 'Ada L'])).toMatchObject({
		exitCode: 0,
	})
	expect(await line('lovelace')).toMatch(/^lovelace +Ada L +1$/)

	expect(await parley(['person', 'type', 'lovelace', '6'])).toMatchObject({ exitCode: 0 })
	for (const type of ['boss', '99', '2', '06', ''])
		expect(await parley(['person', 'type', 'lovelace', type])).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining('Allowed values: 0, 1, 5, 6, 7.'),
		})
	expect(await parley(['person', 'create', 'new', '--company', 'Example', '--type', '99'])).toMatchObject({
		exitCode: 2,
	})
	expect(await parley(['person', 'move', 'lovelace', 'R&D/Platform'])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('--create'),
	})
	await parley(['person', 'move', 'lovelace', 'R&D/Platform', '--create'])
	expect(await line('lovelace')).toMatch(/^lovelace +Ada L +6 +R&D\/Platform$/)
	for (const path of ['R&D//Platform', 'R&D/', '/', ' ', `R&D/${'x'.repeat(51)}`])
		expect(await parley(['person', 'move', 'lovelace', path, '--create'])).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('needs names of 1 to 50 characters with / between'),
		})
	expect(await line('lovelace')).toMatch(/^lovelace +Ada L +6 +R&D\/Platform$/)
	await parley(['person', 'move', 'lovelace', 'R&D'])
	expect(await line('lovelace')).toMatch(/^lovelace +Ada L +6 +R&D$/)
	await parley(['person', 'move', 'lovelace'])
	expect(await line('lovelace')).toMatch(/^lovelace +Ada L +6$/)

	// A member of two companies: the command must name one.
	await parley(['company', 'create', 'Other'])
	await look(async ({ db, people, companies }, site) => {
		const accountStore = createSqlAccountStore(db)
		const account = site && (await accountStore.findByName(site.id, 'lovelace'))
		const other = site && (await companies.listBySite(site.id)).find(({ name }) => name === 'Other')
		if (!account || !other) throw new Error('missing')
		await accountStore.addMembership({ userId: account.id, companyId: other.id, userType: 1, isDefault: false })
		expect(await people.listMemberships(account.id)).toHaveLength(2)
	})
	expect(await parley(['person', 'type', 'lovelace', '1'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'type', 'lovelace', '1', '--company', 'Other'])).toMatchObject({ exitCode: 0 })
	expect(await parley(['person', 'type', 'grace', '1', '--company', 'Other'])).toMatchObject({ exitCode: 1 })
	expect(await line('lovelace')).toMatch(/ 6$/)
})

test('a disabled person cannot sign in by any means until they are enabled', async () => {
	const { parley, look } = await aTerminalWithCompany()
	const password = 'Engine-1843'
	await parley(['person', 'create', 'ada', '--company', 'Example', '--password', password, '--source', 'OA'])
	const ways = () =>
		look(async ({ accounts }, site) => {
			if (!site) throw new Error('no site')
			const account = await accounts.authenticate(site.id, 'ada', password)
			return {
				password: account?.isDisabled === false,
				corporate: (await accounts.authenticateCorporate(site.id, 'ada', password)) !== undefined,
				other: account !== undefined && (await accounts.maySignIn(account.id)),
			}
		})
	expect(await ways()).toEqual({ password: true, corporate: true, other: true })
	expect(await parley(['person', 'disable', 'ADA'])).toMatchObject({ exitCode: 0 })
	expect(await ways()).toEqual({ password: false, corporate: false, other: false })
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toMatch(/ada +ada +1 +disabled/)
	expect((await parley(['person', 'disable', 'ada'])).stdout).toContain('already')
	await parley(['person', 'enable', 'ada'])
	expect(await ways()).toEqual({ password: true, corporate: true, other: true })
	const unknown = await parley(['person', 'disable', 'nobody'])
	expect(unknown).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('No person "nobody" on meet.example.org'),
	})
})

test('[ROOM-174] the activity, visits, recordings and rooms of meetings lose the name of a deleted person', async () => {
	const { parley, look } = await aTerminalWithCompany()
	await parley(['person', 'create', 'ada', '--company', 'Example', '--display-name', 'Ada King'])
	const meetingId = '123456789' as MeetingId
	const recordingId = 'rec_1' as RecordingId
	const userId = await look(async ({ accounts, activity, visits, recordings, rooms }, site) => {
		const account = site && (await accounts.findByName(site.id, 'ada'))
		if (!account) throw new Error('missing')
		await rooms.savePerson(meetingId, account.id, { role: null, displayName: 'Ada King' })
		const actor = { name: 'Ada King', userId: account.id }
		await activity.insertActivity([
			{ meetingId, siteId: site.id, at: 1, number: 1, action: 'joined', actor, target: null, detail: null },
		])
		await visits.begin(
			{
				participantId: 'p_000000000001' as ParticipantId,
				meetingId,
				siteId: site.id,
				personKey: 'person-1',
				...actor,
				heldAt: 1,
				joinedAt: 1,
			},
			'node-1',
		)
		await recordings.insert({ id: recordingId, meetingId, siteId: site.id, startedAt: 1 })
		await recordings.addPerson(recordingId, account.id)
		return account.id
	})
	expect(await parley(['person', 'delete', 'ada', '--yes'])).toMatchObject({ exitCode: 0 })
	await look(async ({ activity, visits, recordings, rooms }) => {
		expect((await rooms.findPeople(meetingId)).get(userId)).toEqual({ role: null, displayName: null })
		expect(await activity.listActivity(meetingId, 10)).toMatchObject([{ action: 'joined', actor: { name: '' } }])
		expect(await visits.listLast(meetingId)).toMatchObject([{ name: '' }])
		expect((await recordings.findAttended([recordingId], userId)).size).toBe(0)
	})
})

test('a person is deleted only with --yes; their complaints stay, without their name', async () => {
	const { parley, look } = await aTerminalWithCompany()
	await parley(['person', 'create', 'ada', '--company', 'Example', '--display-name', 'Ada King'])
	await look(async ({ accounts, complaints }, site) => {
		const account = site && (await accounts.findByName(site.id, 'ada'))
		if (!account?.lastCompanyId) throw new Error('missing')
		const author = { companyId: account.lastCompanyId, userId: account.id, userName: 'ada', displayName: 'Ada King' }
		await complaints.insert({ id: 'c1', siteId: account.siteId, author, content: 'no sound', at: 1 })
	})
	expect(await parley(['person', 'delete', 'ada'])).toMatchObject({ exitCode: 1 })
	expect((await parley(['complaints', 'list'])).stdout).toContain('Ada King')
	expect(await parley(['person', 'delete', 'ada', '--yes'])).toMatchObject({ exitCode: 0 })
	const { stdout } = await parley(['complaints', 'list'])
	expect(stdout).toContain('no sound')
	expect(stdout).not.toContain('Ada')
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('0 people')
	// The name can be used again.
	expect(await parley(['person', 'create', 'ada', '--company', 'Example'])).toMatchObject({ exitCode: 0 })
})
