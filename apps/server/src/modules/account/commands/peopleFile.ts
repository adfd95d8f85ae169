import {
	charactersLost,
	cleanText,
	isDisplayName,
	isUserName,
	limits,
	newPasswordError,
	type Result,
} from '@parley/core'
import { CsvError, parse } from 'csv-parse/sync'
import { failure } from '../../../platform/command.ts'
import { parseUserType, userTypesText } from '../../../platform/commandOptions.ts'
import { type BadByte, decodeText, type Encoding } from './textEncoding.ts'

/** A row of the file, validated without the database. */
export interface FilePerson {
	/** Last line of the row. */
	line: number
	name: string
	displayName: string
	password: string | undefined
	mobile: { mobile?: string; mobileCode?: string }
	/** User type in the company; missing if the file doesn't state it. */
	userType: number | undefined
	/** Department path from the top, such as `R&D`, `Platform`; empty if the file doesn't state it. */
	department: string[]
}

const required = ['name', 'display_name']
const columns = [...required, 'password', 'mobile', 'department', 'type']
const departmentNameMax = 50

/** Error in one row. */
export interface Fault {
	line: number
	text: string
}

/** Formats errors, in the order of the file. */
export const describeFaults = (faults: readonly Fault[]): string[] =>
	faults.toSorted((a, b) => a.line - b.line).map(({ line, text }) => `line ${line}: ${text}`)

interface Row {
	record: Record<string, string>
	info: { lines: number; error?: CsvError }
}

/** Content of a CSV file, and the errors in its rows. */
export interface PeopleFile {
	people: FilePerson[]
	faults: Fault[]
	encoding: Encoding
}

/** Parses all rows of a CSV file, with their errors; fails if the rows can't be told apart. */
export function readPeopleFile(bytes: Uint8Array): Result<PeopleFile, string[]> {
	const decoded = decodeText(bytes)
	if (decoded.badBytes) return failure(...describeBadBytes(decoded.badBytes, decoded.encoding))
	const { encoding, text } = decoded
	const rows = parseRows(text)
	if (!rows.ok) return rows
	if (rows.value.length === 0) return failure('The file contains no people')
	const parsed = rows.value.map(parsePerson)
	const people = parsed.map(({ person }) => person)
	const faults = parsed.flatMap(({ person: { line }, errors }) => errors.map(text => ({ line, text })))
	return { ok: true, value: { people, faults: [...faults, ...findRepeated(people)], encoding } }
}

const mostBadBytes = 10

function describeBadBytes(badBytes: readonly BadByte[], encoding: Encoding): string[] {
	const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')
	const more = badBytes.length - mostBadBytes
	return [
		...badBytes
			.slice(0, mostBadBytes)
			.map(({ line, at, byte }) => `line ${line}: byte ${at} (${hex(byte)}) is not ${encoding}`),
		...(more > 0 ? [`… and ${more} more lines`] : []),
		encoding === 'UTF-8'
			? 'Save the file as CSV in UTF-8 (or in GB 18030)'
			: 'The rest of the file is GB 18030: correct those lines, or save it as CSV in UTF-8',
	]
}

function parseRows(text: string): Result<Row[], string[]> {
	let header: string[] = []
	let lastLine = 1
	try {
		const rows: unknown = parse(text, {
			bom: true,
			columns: names => {
				header = names.map((name: string) => name.trim().toLowerCase())
				return header
			},
			info: true,
			// Each is reported as an error of its own line.
			relax_column_count: true,
			on_record: (record, { lines }) => {
				lastLine = lines
				return record
			},
			skip_empty_lines: true,
			trim: true,
		})
		const errors = findHeaderErrors(header)
		return errors.length > 0 ? failure(...errors) : { ok: true, value: rows as Row[] }
	} catch (error) {
		if (!(error instanceof CsvError)) throw error
		return failure(describeCsvError(error, lastLine))
	}
}

/** After a misplaced quote, cells and lines can't be told apart. */
function describeCsvError({ code, message, lines }: CsvError, lastLine: number): string {
	if (code === 'CSV_QUOTE_NOT_CLOSED') return `line ${lastLine + 1}: a quote is opened and never closed`
	if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
		return `line ${lines}: double a quote inside a cell, and put the cell in quotes`
	return message
}

function findHeaderErrors(header: readonly string[]): string[] {
	const missing = required.filter(column => !header.includes(column))
	const unknown = header.filter(column => !columns.includes(column))
	const repeatedColumns = header.filter((column, at) => header.indexOf(column) !== at)
	return [
		...missing.map(column => `line 1: the column "${column}" is missing`),
		...unknown.map(column => `line 1: unknown column "${column}"; the columns are ${columns.join(', ')}`),
		...repeatedColumns.map(column => `line 1: the column "${column}" appears twice`),
	]
}

function parsePerson({ record: row, info }: Row): { person: FilePerson; errors: string[] } {
	const line = info.lines
	const name = row.name ?? ''
	const displayName = cleanText(row.display_name ?? '')
	const password = row.password || undefined
	const mobile = parseMobile(row.mobile ?? '')
	const department = parseDepartmentPath(row.department ?? '')

	const errors: string[] = []
	if (info.error) errors.push('the number of cells differs from the first line; put a cell with a comma in quotes')
	if (!isUserName(name)) errors.push(`name "${name}" needs 2 to 20 letters, digits, Chinese characters or _ . - ·`)
	errors.push(...findLostCharacters(row))
	if (!isDisplayName(displayName)) errors.push('display_name needs 1 to 50 characters')
	if (password !== undefined && newPasswordError(password, name)) {
		errors.push('password needs 8 to 20 characters of two kinds (letters, digits, signs) and must not be the name')
	}
	const userType = row.type ? parseUserType(row.type) : undefined
	if (row.type && userType === undefined) errors.push(`type "${row.type}" is not one of ${userTypesText}`)
	if (!mobile) errors.push(`mobile "${row.mobile}" needs 5 to 20 digits, or +<country> <number>`)
	if (!isDepartmentPath(department)) errors.push(`department "${row.department}" ${departmentPathRule}`)
	return { person: { line, name, displayName, password, mobile: mobile ?? {}, userType, department }, errors }
}

/** Reports characters that would be dropped silently, and the replacement character left by an earlier program. */
const findLostCharacters = (row: Record<string, string>): string[] =>
	['display_name', 'department'].flatMap(cell => {
		const text = row[cell] ?? ''
		const lost = charactersLost(text)
		return [
			...(lost.length > 0 ? [`${cell} "${text}" contains ${lost.join(' ')}, which names cannot contain`] : []),
			...(text.includes('\ufffd') ? [`${cell} "${text}" lost a character when it was saved before`] : []),
		]
	})

/** Checks that each login name, compared case-insensitively, and each mobile number appears once. */
function findRepeated(people: readonly FilePerson[]): Fault[] {
	const names = new Map<string, number>()
	const numbers = new Map<string, number>()
	return people.flatMap(({ name, mobile: { mobile, mobileCode }, line }) => [
		...findEarlier(names, name.toLowerCase(), line).map(at => ({
			line,
			text: `name "${name}" is already on line ${at}`,
		})),
		...findEarlier(numbers, mobile === undefined ? undefined : `${mobileCode}-${mobile}`, line).map(at => ({
			line,
			text: `mobile "${mobile}" is already on line ${at}`,
		})),
	])
}

/** Returns the line that used a key before, if any; otherwise this one claims it. */
function findEarlier(lines: Map<string, number>, key: string | undefined, line: number): number[] {
	if (key === undefined) return []
	const earlier = lines.get(key)
	if (earlier === undefined) lines.set(key, line)
	return earlier === undefined ? [] : [earlier]
}

/** Parses a mobile number: +86 unless it has a country code; undefined if it is invalid. */
export function parseMobile(typed: string): { mobile?: string; mobileCode?: string } | undefined {
	if (typed.trim() === '') return {}
	const [, mobileCode = '86', rest = ''] = /^(?:\+(\d{1,4})[ -])?([\d -]+)$/.exec(typed.trim()) ?? []
	const mobile = rest.replace(/[ -]/g, '')
	return mobile.length >= 5 && mobile.length <= limits.mobileMax ? { mobile, mobileCode } : undefined
}

/** Splits a path such as `R&D/Platform` into names, from the top; an empty one has none. */
export const parseDepartmentPath = (typed: string): string[] => (typed === '' ? [] : typed.split('/').map(cleanText))

/** Returns whether no name of a path is empty; the path of no department is valid. */
export const isDepartmentPath = (path: readonly string[]): boolean =>
	path.every(part => part !== '' && part.length <= departmentNameMax)

/** Follows the typed value. */
export const departmentPathRule = `needs names of 1 to ${departmentNameMax} characters with / between`
