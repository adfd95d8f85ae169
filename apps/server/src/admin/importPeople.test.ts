import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockImports } from '../platform/importLock.ts'
import { createPostgresDatabase } from '../platform/testing/postgres.ts'
import { createProgress } from './progress.ts'
import { createTestTerminal } from './testTerminal.ts'

const databaseServer = env.PARLEY_TEST_DATABASE_URL
const databases = databaseServer === undefined ? (['SQLite'] as const) : (['SQLite', 'PostgreSQL'] as const)

async function aCompany(database: 'SQLite' | 'PostgreSQL') {
	const settings: Record<string, string> = {}
	if (database === 'PostgreSQL') {
		const { url, drop } = await createPostgresDatabase(databaseServer ?? '')
		onTestFinished(drop)
		settings.DATABASE_URL = url
	}
	const { parley, folder, dataFolder } = await createTestTerminal(settings)
	await parley(['site', 'create', 'meet.example.org'])
	await parley(['company', 'create', 'Example'])
	const file = join(folder, 'people.csv')
	return {
		parley,
		folder,
		dataFolder,
		location: settings.DATABASE_URL ? { url: settings.DATABASE_URL, keyFolder: dataFolder } : { folder: dataFolder },
		file,
		async imports(rows: string[], ...options: string[]) {
			await writeFile(file, rows.join('\n'))
			return await parley(['person', 'import', file, '--company', 'Example', ...options])
		},
		/** Lines of the list, without the spaces between columns. */
		async list() {
			const { stdout } = await parley(['person', 'list', '--company', 'Example', '--page-size', '1000'])
			return stdout
				.split('\n')
				.slice(1, -1)
				.map(line => line.replace(/ {2,}/g, ' '))
		},
	}
}

const header = 'name,display_name,mobile,department,type'
const many = ['name,display_name', ...Array.from({ length: 80 }, (_, n) => `p${n},Person ${n}`)]
const first = [header, 'ada,Ada,13800000001,R&D/Platform,', 'grace,Grace,13800000002,R&D,6', 'lin,Lin,,,']

describe.each(databases)('importing people, on %s', database => {
	test('a file that is imported again changes nothing, and with other cells exactly those', async () => {
		const { imports, list } = await aCompany(database)
		expect((await imports(first)).stdout).toContain('3 new\n  0 changed')
		expect(await list()).toEqual(['ada Ada 1 R&D/Platform', 'grace Grace 6 R&D', 'lin Lin 1'])
		expect((await imports(first)).stdout).toContain('0 new\n  0 changed\n  0 disabled\n  3 as they were')

		const next = [header, 'ADA,Ada King,13800000009,R&D,', 'grace,Grace,,,', 'lin,Lin,,Sales,5', 'new,New,,Sales,']
		const plan = await imports(next, '--dry-run')
		expect(plan).toMatchObject({ exitCode: 0 })
		expect(plan.stdout).toContain('Would be done, and was not:')
		expect(plan.stdout).toContain('1 new\n  2 changed (1 names, 1 numbers, 2 departments, 1 types)')
		expect(await list()).toEqual(['ada Ada 1 R&D/Platform', 'grace Grace 6 R&D', 'lin Lin 1'])

		expect((await imports(next)).stdout).toContain('1 new\n  2 changed (1 names, 1 numbers, 2 departments, 1 types)')
		// Empty cells keep the stored values.
		expect(await list()).toEqual(['ada Ada King 1 R&D', 'grace Grace 6 R&D', 'lin Lin 5 Sales', 'new New 1 Sales'])
	})

	test('every fault is told with its line, those against the database included, and nobody is written', async () => {
		const { imports, list, parley } = await aCompany(database)
		await imports(first)
		await parley(['company', 'create', 'Other'])
		await parley(['person', 'create', 'other', '--company', 'Other', '--mobile', '13800000007'])
		const before = await list()
		const inFile = await imports([
			header,
			'new,New,13900000001,,boss',
			'NEW,New,,,',
			'more,More,13900000001,,',
			'else,Else,,,99',
		])
		expect(inFile.exitCode).toBe(1)
		expect(inFile.stderr.split('\n')).toEqual([
			'line 2: type "boss" is none of 0, 1, 5, 6, 7',
			'line 3: name "NEW" is on line 2 already',
			'line 4: mobile "13900000001" is on line 2 already',
			'line 5: type "99" is none of 0, 1, 5, 6, 7',
			'Nothing was imported.',
		])
		const inDatabase = await imports([
			header,
			'Other,Other,,,',
			'new,New,13800000001,,',
			'more,More,13800000007,,',
			'fine,Fine,,Fresh,',
		])
		expect(inDatabase.stderr.split('\n')).toEqual([
			'line 2: name "Other" is taken on this site by somebody who is not in this company',
			'line 3: mobile "13800000001" is the one of ada',
			'line 4: mobile "13800000007" is the one of other',
			'Nothing was imported.',
		])
		expect(await list()).toEqual(before)
	})

	test('faults of the file and those the database tells of come together, in the order of the file', async () => {
		const { imports } = await aCompany(database)
		await imports(first)
		const faulty = [header, 'new,New,13800000001,,', 'ada,Ada,,,,', 'x,X,,,', 'NEW,New,,,', 'fine,Fine,,']
		expect((await imports(faulty)).stderr.split('\n')).toEqual([
			'line 2: mobile "13800000001" is the one of ada',
			'line 3: it has not as many cells as the first line; one with a comma in it is put in quotes',
			'line 4: name "x" needs 2 to 20 letters, digits, Chinese characters or _ . - ·',
			'line 5: name "NEW" is on line 2 already',
			'line 6: it has not as many cells as the first line; one with a comma in it is put in quotes',
			'Nothing was imported.',
		])
	})

	test('one bad byte in a file of UTF-8 is a fault with its place, and changes no name', async () => {
		const { parley, imports, list, folder } = await aCompany(database)
		const rows = ['name,display_name', 'fang,王芳', 'lei,李雷']
		await imports(rows)
		const file = join(folder, 'damaged.csv')
		const whole = Buffer.from(`${rows.join('\n')}\nnew,Ren`)
		await writeFile(file, Buffer.concat([whole, Buffer.from([0xe9, 0x0a])]))
		for (const more of [['--dry-run'], []]) {
			const tried = await parley(['person', 'import', file, '--company', 'Example', ...more])
			expect(tried).toMatchObject({ exitCode: 1, stdout: '' })
			expect(tried.stderr.split('\n')).toEqual([
				'line 4: byte 8 of it (E9) is not UTF-8',
				'Save the file as CSV in UTF-8 (or in GB 18030)',
				'Nothing was imported.',
			])
		}
		expect(await list()).toEqual(['fang 王芳 1', 'lei 李雷 1'])
	})

	test('a password of the file is for who is new; of others it is told that theirs stays', async () => {
		const { imports, parley } = await aCompany(database)
		const rows = ['name,display_name,password', 'ada,Ada,Engine-1843', 'lin,Lin,']
		expect((await imports(rows)).stdout).not.toContain('with a password in the file')
		const changed = [rows[0] ?? '', 'ada,Ada,Engine-1999', 'lin,Lin,', 'new,New,Engine-1999']
		for (const more of [['--dry-run'], []]) {
			const { stdout } = await imports(changed, ...more)
			expect(stdout).toContain('1 new\n  0 changed\n  0 disabled\n  2 as they were')
			expect(stdout).toContain(
				'1 with a password in the file who were there before (ada): theirs stays as it was. To change it: parley person password <name>',
			)
		}
		expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('3 people')
	})

	test('somebody made with a mobile number that is taken is refused with the name of whose it is', async () => {
		const { parley, imports } = await aCompany(database)
		await imports(first)
		const create = (name: string, mobile: string) =>
			parley(['person', 'create', name, '--company', 'Example', '--mobile', mobile])
		for (const mobile of ['13800000001', '+86 138 0000 0001'])
			expect(await create('new', mobile)).toEqual({
				exitCode: 1,
				stdout: '',
				stderr: 'The mobile number is the one of ada',
			})
		expect(await create('new', '+44 13800000001')).toMatchObject({ exitCode: 0 })
		const both = await Promise.all([create('one', '13800000009'), create('two', '13800000009')])
		expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
		expect(both.map(({ stderr }) => stderr).join('')).toMatch(
			/^(The mobile number is the one of|Somebody on this site has taken)/,
		)
	})

	test('one import at a time writes: another is refused at once, and only looking is not', async () => {
		const { imports, list, location } = await aCompany(database)
		const held = await lockImports(location)
		expect(held).toBeDefined()
		const refused = await imports(first)
		expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
		expect(refused.stderr).toBe(
			'Another import is writing to this database: wait until it has ended, and start this one again\nNothing was imported.',
		)
		expect(await imports(first, '--dry-run')).toMatchObject({ exitCode: 0 })
		expect(await list()).toEqual([])
		await held?.release()
		expect(await imports(first)).toMatchObject({ exitCode: 0 })
		expect((await imports(first)).stdout).toContain('3 as they were')
	})

	test('an import that is interrupted says what is written, where the links are, and that the next does the rest', async () => {
		const { parley, imports, list, file } = await aCompany(database)
		await imports(many)
		await writeFile(file, many.join('\n'))
		const names: (string | undefined)[] = []
		const again = [...many, ...many.slice(1).map(row => `new${row}`)]
		await writeFile(file, again.join('\n'))
		const stopped = await parley(
			['person', 'import', file, '--company', 'Example', '--links', '-'],
			{},
			(line, interrupt) => {
				if (!line.startsWith('new')) return
				names.push(line.split(',')[0])
				interrupt()
			},
		)
		expect(stopped.exitCode).toBe(1)
		expect(stopped.stderr.split('\n')).toEqual([
			'Stopped before the end. Written are 32 of 80 new people.',
			'32 choose their passwords with the links above: each is valid once and for 14 days.',
			'Whoever has a link has the account: send each to its person alone, and delete the file.',
			'Run the command again: it does the rest.',
		])
		expect(names).toHaveLength(32)
		expect(await list()).toHaveLength(80 + 32)
		expect((await imports(again)).stdout).toContain('48 new\n  0 changed\n  0 disabled\n  112 as they were')
	})

	test('two people of a file exchange their numbers', async () => {
		const { imports } = await aCompany(database)
		await imports(first)
		const swapped = [header, 'ada,Ada,13800000002,,', 'grace,Grace,13800000001,,']
		expect((await imports(swapped)).stdout).toContain('2 changed (2 numbers)')
		expect((await imports(swapped)).stdout).toContain('2 as they were')
	})

	test('who is not in the file is disabled only where that is asked for, and enabled again when they are back', async () => {
		const { imports, list, parley } = await aCompany(database)
		await imports([...first, 'boss,Boss,,,0', 'rude,Rude,,,'])
		await parley(['person', 'disable', 'rude'])
		const fewer = [header, 'ada,Ada,,,', 'rude,Rude,,,']
		expect((await imports(fewer)).stdout).toContain('2 not in the file (grace, lin): left as they are')
		expect(await imports(fewer, '--disable-missing', '1')).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('2 of 5 people are not among the 2 of the file'),
		})
		const disabled = await imports(fewer, '--disable-missing')
		expect(disabled.stdout).toContain('2 disabled (grace, lin)')
		expect(disabled.stdout).toContain('administrators or in another company, too (boss)')
		expect(disabled.stdout).toContain('1 in the file who are disabled and stay so (rude)')
		expect(await list()).toEqual([
			'ada Ada 1 R&D/Platform',
			'boss Boss 0',
			'grace Grace 6 disabled R&D',
			'lin Lin 1 disabled',
			'rude Rude 1 disabled',
		])
		expect((await imports(first)).stdout).toContain('2 changed (2 enabled again)')
		expect((await list()).filter(line => line.includes('disabled'))).toEqual(['rude Rude 1 disabled'])
	})
})

/** Runs SQL on the database of a test, as another process would. */
function change(dataFolder: string, statement: string) {
	const other = new DatabaseSync(join(dataFolder, 'parley.sqlite'))
	other.exec(statement)
	other.close()
}

const linesOf = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n').slice(1)

test('an import that fails in between leaves links of those who are written alone, and says so', async () => {
	const { parley, imports, list, dataFolder, folder } = await aCompany('SQLite')
	const fails = "begin select raise(abort, 'the disk fails'); end"
	change(dataFolder, `create trigger full before insert on proofs when (select count(*) from proofs) = 40 ${fails}`)
	const links = join(folder, 'links.csv')
	const stopped = await imports(many, '--links', links)
	expect(stopped.exitCode).toBe(1)
	expect(stopped.stderr.split('\n')).toEqual([
		'Stopped before the end. Written are 32 of 80 new people.',
		`32 choose their passwords with the links in ${links}: each is valid once and for 14 days.`,
		'Whoever has a link has the account: send each to its person alone, and delete the file.',
		'Run the command again: it does the rest.',
		'parley: the disk fails',
	])
	expect(await linesOf(links)).toHaveLength(32)
	expect(await list()).toHaveLength(32)
	// Nothing more is written: no file of links that would be empty stays.
	expect((await imports(many, '--links', join(folder, 'more.csv'))).stderr).toContain('Written are 0 of 48 new people.')
	await expect(stat(join(folder, 'more.csv'))).rejects.toThrow('ENOENT')
	change(dataFolder, 'drop trigger full')
	expect((await imports(many, '--links', join(folder, 'rest.csv'))).stdout).toContain('48 new')
	expect(await linesOf(join(folder, 'rest.csv'))).toHaveLength(48)
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('80 people')
})

test('a name that is taken meanwhile is left out, gets no link, and is not counted; the others get theirs once', async () => {
	const { imports, dataFolder, folder } = await aCompany('SQLite')
	// Simulates a registration under the name of line 42 just before the import reaches it.
	const columns = "'taken', site_id, 'p40', 'p40', display_name, is_complete, created_at"
	change(
		dataFolder,
		`create trigger register after insert on users when new.name_key = 'p3' begin
			insert into users (id, site_id, name, name_key, display_name, is_complete, created_at)
			select ${columns} from users where id = new.id; end`,
	)
	const links = join(folder, 'links.csv')
	const imported = await imports(many, '--links', links)
	expect(imported.exitCode).toBe(1)
	expect(imported.stderr).toContain('line 42: the name or the mobile number is taken')
	expect(imported.stderr).toContain('\n  79 new\n')
	expect(imported.stderr).toContain(`79 choose their passwords with the links in ${links}`)
	const named = (await linesOf(links)).map(line => line.split(',')[0])
	expect(named).toHaveLength(79)
	expect(new Set(named).size).toBe(79)
	expect(named).not.toContain('p40')
})

const bytesOf = (...parts: (string | number[])[]) => Buffer.concat(parts.map(part => Buffer.from(part as string)))

test.each([
	[
		'of Windows-1252',
		bytesOf('name,display_name\njm,J', [0xfc], 'rgen\nrene,Ren', [0xe9], '\n'),
		['line 2: byte 5 of it (FC)'],
	],
	[
		'after the mark of UTF-8',
		bytesOf([0xef, 0xbb, 0xbf], 'name,display_name\nlei,', [0xc0, 0xee]),
		['line 2: byte 5 of it (C0)'],
	],
	[
		'in GB 18030',
		bytesOf('name,display_name\nlei,', [0xc0, 0xee, 0xc0, 0xd7], '\nrene,Ren', [0xe9], '\n'),
		['line 3: byte 9 of it (E9) is not GB 18030'],
	],
	[
		'lost before',
		bytesOf('name,display_name\nrene,Ren\ufffd\n'),
		['line 2: display_name "Ren\ufffd" has lost a character'],
	],
])('a byte %s is told with its line, and nobody is imported', async (_, bytes, told) => {
	const { parley, folder } = await aCompany('SQLite')
	const file = join(folder, 'people.csv')
	await writeFile(file, bytes)
	const { exitCode, stderr } = await parley(['person', 'import', file, '--company', 'Example'])
	expect(exitCode).toBe(1)
	for (const line of told) expect(stderr).toContain(line)
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('0 people')
})

test('a file that was read as GB 18030 is said to be, with a name of it', async () => {
	const { parley, folder } = await aCompany('SQLite')
	const file = join(folder, 'people.csv')
	// 李雷 and 王玥, whose second character is rare and ends with an ASCII letter.
	const rows = bytesOf('name,display_name\nada,Ada\nlei,', [0xc0, 0xee, 0xc0, 0xd7], '\nyue,', [0xcd, 0xf5, 0xab, 0x68])
	await writeFile(file, rows)
	for (const more of [['--dry-run'], []]) {
		const { stdout } = await parley(['person', 'import', file, '--company', 'Example', ...more])
		expect(stdout).toContain('The file was read as GB 18030 (line 3 is 李雷).')
	}
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('王玥')
})

test('an emoji of a name is a fault with its line, and is not dropped without a word', async () => {
	const { imports } = await aCompany('SQLite')
	const rows = [
		header,
		'ada,Ada 😀 King 🎉,,,',
		'lin,Lin,,R&D/Fun 🎉,',
		'grace,"Grace\u200b  Hopper\ufe0f",,,',
		'x1,😀,,,',
	]
	expect((await imports(rows)).stderr.split('\n')).toEqual([
		'line 2: display_name "Ada 😀 King 🎉" has 😀 🎉, which no name may have',
		'line 3: department "R&D/Fun 🎉" has 🎉, which no name may have',
		'line 5: display_name "😀" has 😀, which no name may have',
		'line 5: display_name needs 1 to 50 characters',
		'Nothing was imported.',
	])
})

test('a quote that is out of place is named with the line it is on', async () => {
	const { imports } = await aCompany('SQLite')
	const opened = await imports(['name,display_name', 'ada,Ada', 'lin,"Lin', 'grace,Grace'])
	expect(opened.stderr).toContain('line 3: a quote is opened there and closed nowhere')
	for (const cell of ['Lin "the fast"', '"Lin"n'])
		expect((await imports(['name,display_name', `lin,${cell}`])).stderr).toContain('line 2: a quote inside a cell')
})

test('a file that cannot be read or written is named in a sentence', async () => {
	const { parley, folder, imports } = await aCompany('SQLite')
	const fails = async (...args: string[]) => (await parley(['person', ...args, '--company', 'Example'])).stderr
	expect(await fails('import', join(folder, 'none.csv'))).toBe(`parley: There is no ${join(folder, 'none.csv')}`)
	expect(await fails('import', folder)).toBe(`parley: ${folder} is a folder, and a file is needed`)
	await imports(first, '--no-links')
	await writeFile(join(folder, 'links.csv'), '')
	expect(await fails('set-up-link', '--file', join(folder, 'links.csv'))).toBe(
		`parley: ${join(folder, 'links.csv')} is there already; choose another name`,
	)
	expect(await fails('set-up-link', '--file', join(folder, 'none', 'links.csv'))).toBe(
		`parley: There is no ${join(folder, 'none')}`,
	)
})

test('progress is told every two seconds, with the time that is left at this pace', () => {
	let now = 0
	const told: string[] = []
	const progress = createProgress(
		1_000,
		line => told.push(line),
		() => now,
	)
	for (const at of [1_000, 2_000, 3_000, 4_500, 900_000]) {
		now = at
		progress.advance(at === 900_000 ? 600 : 100)
	}
	expect(told).toEqual(['200 of 1000 (20 %), about 8 s left', '400 of 1000 (40 %), about 7 s left'])
})

test('new people without a password get links in a new file for its owner alone, and no password is hashed', async () => {
	const { imports, parley, folder } = await aCompany('SQLite')
	const links = join(folder, 'links.csv')
	const rows = [
		header.replace('type', 'password'),
		'ada,"Lovelace, Ada",,,',
		'grace,Grace,,,Engine-1843',
		'evil,=1+1,,,',
	]
	const imported = await imports(rows, '--links', links, '--link-days', '3')
	expect(imported.stdout).toContain(`2 choose their passwords with the links in ${links}`)
	expect(imported.stdout).toContain('Links lead to https://meet.example.org: set PARLEY_URL')
	expect((await stat(links)).mode & 0o777).toBe(0o600)
	const [heading, ada, evil, ...rest] = (await readFile(links, 'utf8')).split('\n')
	expect(heading).toBe('\ufeffname,display_name,link,valid_until')
	expect(ada).toMatch(
		/^ada,"Lovelace, Ada",https:\/\/meet\.example\.org\/setUp#[\w-]{43},\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
	)
	expect(evil).toMatch(/^evil,'=1\+1,/)
	expect(rest).toEqual([''])

	// Nobody is new: no file is made, and the one that is there stays.
	expect(await imports(rows, '--links', links)).toMatchObject({ exitCode: 0 })
	expect(await imports([...rows, 'new,New,,,'], '--links', links)).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('is there already'),
	})
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('3 people')

	const again = await parley(['person', 'set-up-link', '--company', 'Example'])
	expect(again.stdout.split('\n').map(line => line.split(',')[0])).toEqual([
		'name',
		'ada',
		'evil',
		'2 links',
		expect.stringContaining('Links lead to https://meet.example.org'),
	])
	expect(await parley(['person', 'set-up-link', 'nobody'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'set-up-link'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'set-up-link', 'grace'])).toMatchObject({ exitCode: 0 })
	const without = await imports([...rows, 'new,New,,,'], '--no-links')
	expect(without.stdout).toContain('1 have no password yet: parley person set-up-link')
})
