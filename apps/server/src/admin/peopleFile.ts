import { cleanText, isDisplayName, isUserName, limits, newPasswordError, type Result } from '@parley/core'
import { CsvError, parse } from 'csv-parse/sync'
import { failure } from './adminEnvironment.ts'

/** A person of the file, checked as far as the file alone can tell. */
export interface FilePerson {
	/** Line of the file the row ends on. */
	line: number
	name: string
	displayName: string
	password: string | undefined
	mobile: { mobile?: string; mobileCode?: string }
	/** From the top, such as `R&D`, `Platform`; empty for none. */
	department: string[]
}

const required = ['name', 'display_name']
const columns = [...required, 'password', 'mobile', 'department']
const departmentNameMax = 50

type Row = Record<string, string>

/** All people of a file, or a line for each fault. Spreadsheets write UTF-8 or, in China, GB 18030: both are read. */
export function readPeopleFile(bytes: Uint8Array): Result<FilePerson[], string[]> {
	const rows = parseRows(decodeText(bytes))
	if (!rows.ok) return rows
	const people = rows.value.map(({ record, info }) => parsePerson(record, info.lines))
	const errors = [...people.flatMap(({ person, errors }) => errors.map(text => `line ${person.line}: ${text}`))]
	errors.push(...findRepeatedNames(people.map(({ person }) => person)))
	if (people.length === 0) return failure('The file has no people in it')
	return errors.length > 0 ? failure(...errors) : { ok: true, value: people.map(({ person }) => person) }
}

function decodeText(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('gb18030').decode(bytes)
	}
}

function parseRows(text: string): Result<{ record: Row; info: { lines: number } }[], string[]> {
	let header: string[] = []
	try {
		const rows: unknown = parse(text, {
			bom: true,
			columns: names => {
				header = names.map((name: string) => name.trim().toLowerCase())
				return header
			},
			info: true,
			skip_empty_lines: true,
			trim: true,
		})
		const errors = findHeaderErrors(header)
		return errors.length > 0
			? failure(...errors)
			: { ok: true, value: rows as { record: Row; info: { lines: number } }[] }
	} catch (error) {
		if (!(error instanceof CsvError)) throw error
		return failure(error.message)
	}
}

function findHeaderErrors(header: readonly string[]): string[] {
	const missing = required.filter(column => !header.includes(column))
	const unknown = header.filter(column => !columns.includes(column))
	const repeatedColumns = header.filter((column, at) => header.indexOf(column) !== at)
	return [
		...missing.map(column => `line 1: the column "${column}" is missing`),
		...unknown.map(column => `line 1: no column is called "${column}"; there are ${columns.join(', ')}`),
		...repeatedColumns.map(column => `line 1: the column "${column}" is there twice`),
	]
}

function parsePerson(row: Row, line: number): { person: FilePerson; errors: string[] } {
	const name = row.name ?? ''
	const displayName = cleanText(row.display_name ?? '')
	const password = row.password || undefined
	const mobile = parseMobile(row.mobile ?? '')
	const department = (row.department ?? '') === '' ? [] : (row.department ?? '').split('/').map(cleanText)

	const errors: string[] = []
	if (!isUserName(name)) errors.push(`name "${name}" needs 2 to 20 letters, digits, Chinese characters or _ . - ·`)
	if (!isDisplayName(displayName)) errors.push('display_name needs 1 to 50 characters, no emoji')
	if (password !== undefined && newPasswordError(password, name)) {
		errors.push('password needs 8 to 20 characters of two kinds (letters, digits, signs) and must not be the name')
	}
	if (!mobile) errors.push(`mobile "${row.mobile}" needs 5 to 20 digits, or +<country> <number>`)
	if (department.some(part => part === '' || part.length > departmentNameMax)) {
		errors.push(`department "${row.department}" needs names of 1 to ${departmentNameMax} characters with / between`)
	}
	return { person: { line, name, displayName, password, mobile: mobile ?? {}, department }, errors }
}

/** Names are compared without regard to case. */
function findRepeatedNames(people: readonly FilePerson[]): string[] {
	const first = new Map<string, number>()
	return people.flatMap(({ name, line }) => {
		const key = name.toLowerCase()
		const earlier = first.get(key)
		if (earlier === undefined) first.set(key, line)
		return earlier === undefined ? [] : [`line ${line}: name "${name}" is on line ${earlier} already`]
	})
}

/** A mobile number as typed: digits alone are Chinese, others carry their country; nothing where it is neither. */
export function parseMobile(typed: string): { mobile?: string; mobileCode?: string } | undefined {
	if (typed.trim() === '') return {}
	const [, mobileCode = '86', rest = ''] = /^(?:\+(\d{1,4})[ -])?([\d -]+)$/.exec(typed.trim()) ?? []
	const mobile = rest.replace(/[ -]/g, '')
	return mobile.length >= 5 && mobile.length <= limits.mobileMax ? { mobile, mobileCode } : undefined
}
