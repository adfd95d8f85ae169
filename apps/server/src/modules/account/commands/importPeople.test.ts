import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestTerminal } from '../../../admin/testTerminal.ts'
import { lockImports } from '../../../platform/importLock.ts'
import { createPostgresDatabase } from '../../../platform/testing/postgres.ts'
import { createProgress } from './progress.ts'

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
	test('importing a file again changes nothing; changed cells change only those values', async () => {
		const { imports, list } = await aCompany(database)
		expect((await imports(first)).stdout).toContain('3 new\n  0 changed')
		expect(await list()).toEqual(['ada Ada 1 R&D/Platform', 'grace Grace 6 R&D', 'lin Lin 1'])
		expect((await imports(first)).stdout).toContain('0 new\n  0 changed\n  0 disabled\n  3 unchanged')

		const next = [header, 'ADA,Ada King,13800000009,R&D,', 'grace,Grace,,,', 'lin,Lin,,Sales,5', 'new,New,,Sales,']
		const plan = await imports(next, '--dry-run')
		expect(plan).toMatchObject({ exitCode: 0 })
		expect(plan.stdout).toContain('Dry run; nothing was changed:')
		expect(plan.stdout).toContain('1 new\n  2 changed (1 names, 1 numbers, 2 departments, 1 types)')
		expect(await list()).toEqual(['ada Ada 1 R&D/Platform', 'grace Grace 6 R&D', 'lin Lin 1'])

		expect((await imports(next)).stdout).toContain('1 new\n  2 changed (1 names, 1 numbers, 2 departments, 1 types)')
		// Empty cells keep the stored values.
		expect(await list()).toEqual(['ada Ada King 1 R&D', 'grace Grace 6 R&D', 'lin Lin 5 Sales', 'new New 1 Sales'])
	})

	test('every error is reported with its line, including conflicts with the database, and nobody is imported', async () => {
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
			'line 2: type "boss" is not one of 0, 1, 5, 6, 7',
			'line 3: name "NEW" is already on line 2',
			'line 4: mobile "13900000001" is already on line 2',
			'line 5: type "99" is not one of 0, 1, 5, 6, 7',
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
			'line 2: name "Other" belongs to a person of another company on this site',
			'line 3: mobile "13800000001" belongs to ada',
			'line 4: mobile "13800000007" belongs to other',
			'Nothing was imported.',
		])
		expect(await list()).toEqual(before)
	})

	test('errors of the file and conflicts with the database are listed together, in the order of the file', async () => {
		const { imports } = await aCompany(database)
		await imports(first)
		const faulty = [header, 'new,New,13800000001,,', 'ada,Ada,,,,', 'x,X,,,', 'NEW,New,,,', 'fine,Fine,,']
		expect((await imports(faulty)).stderr.split('\n')).toEqual([
			'line 2: mobile "13800000001" belongs to ada',
			'line 3: the number of cells differs from the first line; put a cell with a comma in quotes',
			'line 4: name "x" needs 2 to 20 letters, digits, Chinese characters or _ . - ·',
			'line 5: name "NEW" is already on line 2',
			'line 6: the number of cells differs from the first line; put a cell with a comma in quotes',
			'Nothing was imported.',
		])
	})

	test('an invalid byte in a UTF-8 file is an error with its position, and changes no name', async () => {
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
				'line 4: byte 8 (E9) is not UTF-8',
				'Save the file as CSV in UTF-8 (or in GB 18030)',
				'Nothing was imported.',
			])
		}
		expect(await list()).toEqual(['fang 王芳 1', 'lei 李雷 1'])
	})

	test('passwords in the file apply to new people only; for others the import says that theirs stays', async () => {
		const { imports, parley } = await aCompany(database)
		const rows = ['name,display_name,password', 'ada,Ada,Engine-1843', 'lin,Lin,']
		expect((await imports(rows)).stdout).not.toContain('with a password in the file')
		const changed = [rows[0] ?? '', 'ada,Ada,Engine-1999', 'lin,Lin,', 'new,New,Engine-1999']
		for (const more of [['--dry-run'], []]) {
			const { stdout } = await imports(changed, ...more)
			expect(stdout).toContain('1 new\n  0 changed\n  0 disabled\n  2 unchanged')
			expect(stdout).toContain(
				'1 with a password in the file already had an account (ada); their password is unchanged. To change it: parley person password <name>',
			)
		}
		expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('3 people')
	})

	test('a person with a taken mobile number is refused with the name of its owner', async () => {
		const { parley, imports } = await aCompany(database)
		await imports(first)
		const create = (name: string, mobile: string) =>
			parley(['person', 'create', name, '--company', 'Example', '--mobile', mobile])
		for (const mobile of ['13800000001', '+86 138 0000 0001'])
			expect(await create('new', mobile)).toEqual({
				exitCode: 1,
				stdout: '',
				stderr: 'The mobile number belongs to ada',
			})
		expect(await create('new', '+44 13800000001')).toMatchObject({ exitCode: 0 })
		const both = await Promise.all([create('one', '13800000009'), create('two', '13800000009')])
		expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
		expect(both.map(({ stderr }) => stderr).join('')).toMatch(
			/^(The mobile number belongs to|That name or mobile number has just been taken)/,
		)
	})

	test('one import writes at a time: a second one is refused at once, unless it is a dry run', async () => {
		const { imports, list, location } = await aCompany(database)
		const held = await lockImports(location)
		expect(held).toBeDefined()
		const refused = await imports(first)
		expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
		expect(refused.stderr).toBe(
			'Another import is writing to this database: wait until it ends, and run this one again\nNothing was imported.',
		)
		expect(await imports(first, '--dry-run')).toMatchObject({ exitCode: 0 })
		expect(await list()).toEqual([])
		await held?.release()
		expect(await imports(first)).toMatchObject({ exitCode: 0 })
		expect((await imports(first)).stdout).toContain('3 unchanged')
	})

	test('an interrupted import says what was written, where the links are, and that another run completes it', async () => {
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
			'Stopped before the end. Imported so far: 32 of 80 new people.',
			'32 people set their password with the links above: each works once and for 14 days.',
			'A link gives access to its account: send each one to its person only, then delete the file.',
			'Run the command again to import the rest.',
		])
		expect(names).toHaveLength(32)
		expect(await list()).toHaveLength(80 + 32)
		expect((await imports(again)).stdout).toContain('48 new\n  0 changed\n  0 disabled\n  112 unchanged')
	})

	test('two people of a file can swap numbers', async () => {
		const { imports } = await aCompany(database)
		await imports(first)
		const swapped = [header, 'ada,Ada,13800000002,,', 'grace,Grace,13800000001,,']
		expect((await imports(swapped)).stdout).toContain('2 changed (2 numbers)')
		expect((await imports(swapped)).stdout).toContain('2 unchanged')
	})

	test('people missing from the file are disabled only on request, and enabled again when they return', async () => {
		const { imports, list, parley } = await aCompany(database)
		await imports([...first, 'boss,Boss,,,0', 'rude,Rude,,,'])
		await parley(['person', 'disable', 'rude'])
		const fewer = [header, 'ada,Ada,,,', 'rude,Rude,,,']
		expect((await imports(fewer)).stdout).toContain('2 not in the file (grace, lin): unchanged')
		expect(await imports(fewer, '--disable-missing', '1')).toMatchObject({
			exitCode: 1,
			stderr: expect.stringContaining('2 of 5 people are not among the 2 in the file'),
		})
		const disabled = await imports(fewer, '--disable-missing')
		expect(disabled.stdout).toContain('2 disabled (grace, lin)')
		expect(disabled.stdout).toContain('administrators or members of another company (boss)')
		expect(disabled.stdout).toContain('1 in the file but disabled by hand (rude)')
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

test('an import that fails midway leaves only the links of imported people, and says so', async () => {
	const { parley, imports, list, dataFolder, folder } = await aCompany('SQLite')
	const fails = "begin select raise(abort, 'the disk fails'); end"
	change(dataFolder, `create trigger full before insert on proofs when (select count(*) from proofs) = 40 ${fails}`)
	const links = join(folder, 'links.csv')
	const stopped = await imports(many, '--links', links)
	expect(stopped.exitCode).toBe(1)
	expect(stopped.stderr.split('\n')).toEqual([
		'Stopped before the end. Imported so far: 32 of 80 new people.',
		`32 people set their password with the links in ${links}: each works once and for 14 days.`,
		'A link gives access to its account: send each one to its person only, then delete the file.',
		'Run the command again to import the rest.',
		'parley: the disk fails',
	])
	expect(await linesOf(links)).toHaveLength(32)
	expect(await list()).toHaveLength(32)
	// No one was imported, so the empty file of links is removed.
	expect((await imports(many, '--links', join(folder, 'more.csv'))).stderr).toContain(
		'Imported so far: 0 of 48 new people.',
	)
	await expect(stat(join(folder, 'more.csv'))).rejects.toThrow('ENOENT')
	change(dataFolder, 'drop trigger full')
	expect((await imports(many, '--links', join(folder, 'rest.csv'))).stdout).toContain('48 new')
	expect(await linesOf(join(folder, 'rest.csv'))).toHaveLength(48)
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('80 people')
})

test('a person whose name is taken meanwhile is skipped, gets no link, and is not counted; the others get theirs once', async () => {
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
	expect(imported.stderr).toContain(`79 people set their password with the links in ${links}`)
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
		['line 2: byte 5 (FC)'],
	],
	[
		'after a UTF-8 byte order mark',
		bytesOf([0xef, 0xbb, 0xbf], 'name,display_name\nlei,', [0xc0, 0xee]),
		['line 2: byte 5 (C0)'],
	],
	[
		'in GB 18030',
		bytesOf('name,display_name\nlei,', [0xc0, 0xee, 0xc0, 0xd7], '\nrene,Ren', [0xe9], '\n'),
		['line 3: byte 9 (E9) is not GB 18030'],
	],
	[
		'lost before',
		bytesOf('name,display_name\nrene,Ren\ufffd\n'),
		['line 2: display_name "Ren\ufffd" lost a character'],
	],
])('a byte %s is reported with its line, and nobody is imported', async (_, bytes, told) => {
	const { parley, folder } = await aCompany('SQLite')
	const file = join(folder, 'people.csv')
	await writeFile(file, bytes)
	const { exitCode, stderr } = await parley(['person', 'import', file, '--company', 'Example'])
	expect(exitCode).toBe(1)
	for (const line of told) expect(stderr).toContain(line)
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('0 people')
})

test('reading a file as GB 18030 is reported with a sample name', async () => {
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

test('an emoji in a name is an error with its line, and is not dropped silently', async () => {
	const { imports } = await aCompany('SQLite')
	const rows = [
		header,
		'ada,Ada 😀 King 🎉,,,',
		'lin,Lin,,R&D/Fun 🎉,',
		'grace,"Grace\u200b  Hopper\ufe0f",,,',
		'x1,😀,,,',
	]
	expect((await imports(rows)).stderr.split('\n')).toEqual([
		'line 2: display_name "Ada 😀 King 🎉" contains 😀 🎉, which names cannot contain',
		'line 3: department "R&D/Fun 🎉" contains 🎉, which names cannot contain',
		'line 5: display_name "😀" contains 😀, which names cannot contain',
		'line 5: display_name needs 1 to 50 characters',
		'Nothing was imported.',
	])
})

test('a misplaced quote is reported with its line', async () => {
	const { imports } = await aCompany('SQLite')
	const opened = await imports(['name,display_name', 'ada,Ada', 'lin,"Lin', 'grace,Grace'])
	expect(opened.stderr).toContain('line 3: a quote is opened and never closed')
	for (const cell of ['Lin "the fast"', '"Lin"n'])
		expect((await imports(['name,display_name', `lin,${cell}`])).stderr).toContain(
			'line 2: double a quote inside a cell',
		)
})

test('an unreadable or unwritable file is named in a sentence', async () => {
	const { parley, folder, imports } = await aCompany('SQLite')
	const fails = async (...args: string[]) => (await parley(['person', ...args, '--company', 'Example'])).stderr
	expect(await fails('import', join(folder, 'none.csv'))).toBe(`parley: File not found: ${join(folder, 'none.csv')}`)
	expect(await fails('import', folder)).toBe(`parley: ${folder} is a folder; name a file`)
	await imports(first, '--no-links')
	await writeFile(join(folder, 'links.csv'), '')
	expect(await fails('set-up-link', '--file', join(folder, 'links.csv'))).toBe(
		`parley: ${join(folder, 'links.csv')} already exists; choose another name`,
	)
	expect(await fails('set-up-link', '--file', join(folder, 'none', 'links.csv'))).toBe(
		`parley: File not found: ${join(folder, 'none')}`,
	)
})

test('progress is printed every two seconds, with the estimated remaining time', () => {
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

test('links of new people without a password are written to a new file, readable by its owner only, and no password is hashed', async () => {
	const { imports, parley, folder } = await aCompany('SQLite')
	const links = join(folder, 'links.csv')
	const rows = [
		header.replace('type', 'password'),
		'ada,"Lovelace, Ada",,,',
		'grace,Grace,,,Engine-1843',
		'evil,=1+1,,,',
	]
	const imported = await imports(rows, '--links', links, '--link-days', '3')
	expect(imported.stdout).toContain(`2 people set their password with the links in ${links}`)
	expect(imported.stdout).toContain('Links point to https://meet.example.org: set PARLEY_URL')
	expect((await stat(links)).mode & 0o777).toBe(0o600)
	const [heading, ada, evil, ...rest] = (await readFile(links, 'utf8')).split('\n')
	expect(heading).toBe('\ufeffname,display_name,link,valid_until')
	expect(ada).toMatch(
		/^ada,"Lovelace, Ada",https:\/\/meet\.example\.org\/setUp#[\w-]{43},\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
	)
	expect(evil).toMatch(/^evil,'=1\+1,/)
	expect(rest).toEqual([''])

	// No new people: no file is created, and the existing one stays.
	expect(await imports(rows, '--links', links)).toMatchObject({ exitCode: 0 })
	expect(await imports([...rows, 'new,New,,,'], '--links', links)).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('already exists'),
	})
	expect((await parley(['person', 'list', '--company', 'Example'])).stdout).toContain('3 people')

	const again = await parley(['person', 'set-up-link', '--company', 'Example'])
	expect(again.stdout.split('\n').map(line => line.split(',')[0])).toEqual([
		'name',
		'ada',
		'evil',
		'2 links',
		expect.stringContaining('Links point to https://meet.example.org'),
	])
	expect(await parley(['person', 'set-up-link', 'ada', '--company', 'Example'])).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('names or --company, not both'),
	})
	expect(await parley(['person', 'set-up-link', 'nobody'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'set-up-link'])).toMatchObject({ exitCode: 1 })
	expect(await parley(['person', 'set-up-link', 'grace'])).toMatchObject({ exitCode: 0 })
	const without = await imports([...rows, 'new,New,,,'], '--no-links')
	expect(without.stdout).toContain('1 without a password: parley person set-up-link')
})
