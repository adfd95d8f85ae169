import { cleanText, isDisplayName, isUserName, limits, newPasswordError, type Result } from '@parley/core'
import { CsvError, parse } from 'csv-parse/sync'
import { failure } from './adminEnvironment.ts'

/** A row of the file, validated without the database. */
export interface FilePerson {
	/** Last line of the row. */
	line: number
	name: string
	displayName: string
	password: string | undefined
	mobile: { mobile?: string; mobileCode?: string }
	/** Path from the top, such as `R&D`, `Platform`; empty for no department. */
	department: string[]
}

const required = ['name', 'display_name']
const columns = [...required, 'password', 'mobile', 'department']
const departmentNameMax = 50

type Row = Record<string, string>

/** All people of a CSV file, or one message per error. The encoding is UTF-8 or, from Chinese spreadsheets, GB 18030. */
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
	const department = parseDepartmentPath(row.department ?? '')

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

/** Login names are compared case-insensitively. */
function findRepeatedNames(people: readonly FilePerson[]): string[] {
	const first = new Map<string, number>()
	return people.flatMap(({ name, line }) => {
		const key = name.toLowerCase()
		const earlier = first.get(key)
		if (earlier === undefined) first.set(key, line)
		return earlier === undefined ? [] : [`line ${line}: name "${name}" is on line ${earlier} already`]
	})
}

/** Parses a mobile number: +86 unless it has a country code; undefined if it is invalid. */
export function parseMobile(typed: string): { mobile?: string; mobileCode?: string } | undefined {
	if (typed.trim() === '') return {}
	const [, mobileCode = '86', rest = ''] = /^(?:\+(\d{1,4})[ -])?([\d -]+)$/.exec(typed.trim()) ?? []
	const mobile = rest.replace(/[ -]/g, '')
	return mobile.length >= 5 && mobile.length <= limits.mobileMax ? { mobile, mobileCode } : undefined
}

/** The names of a path such as `R&D/Platform`, from the top; none for an empty one. */
export const parseDepartmentPath = (typed: string): string[] => (typed === '' ? [] : typed.split('/').map(cleanText))
