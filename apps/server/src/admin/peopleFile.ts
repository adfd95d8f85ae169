import {
	charactersLost,
	cleanText,
	isDisplayName,
	isUserName,
	isUserType,
	limits,
	newPasswordError,
	type Result,
	userType as userTypes,
} from '@parley/core'
import { CsvError, parse } from 'csv-parse/sync'
import { failure } from './adminEnvironment.ts'
import { type BadByte, decodeText, type Encoding } from './textEncoding.ts'

/** A row of the file, validated without the database. */
export interface FilePerson {
	/** Last line of the row. */
	line: number
	name: string
	displayName: string
	password: string | undefined
	mobile: { mobile?: string; mobileCode?: string }
	/** In the company; missing where the file does not say. */
	userType: number | undefined
	/** Path from the top, such as `R&D`, `Platform`; empty where the file does not say. */
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

/** Sentences for faults, in the order of the file. */
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

/** All rows of a CSV file, with what is wrong with them; a failure where they cannot be told apart. */
export function readPeopleFile(bytes: Uint8Array): Result<PeopleFile, string[]> {
	const decoded = decodeText(bytes)
	if (decoded.badBytes) return failure(...describeBadBytes(decoded.badBytes, decoded.encoding))
	const { encoding, text } = decoded
	const rows = parseRows(text)
	if (!rows.ok) return rows
	if (rows.value.length === 0) return failure('The file has no people in it')
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
			.map(({ line, at, byte }) => `line ${line}: byte ${at} of it (${hex(byte)}) is not ${encoding}`),
		...(more > 0 ? [`… and ${more} more lines`] : []),
		encoding === 'UTF-8'
			? 'Save the file as CSV in UTF-8 (or in GB 18030)'
			: 'The rest of the file is GB 18030: mend those lines, or save it as CSV in UTF-8',
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
			// Each is a fault of its own line.
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

/** After a quote that is out of place nobody can say where cells and lines end. */
function describeCsvError({ code, message, lines }: CsvError, lastLine: number): string {
	if (code === 'CSV_QUOTE_NOT_CLOSED') return `line ${lastLine + 1}: a quote is opened there and closed nowhere`
	if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE')
		return `line ${lines}: a quote inside a cell has to be doubled, and the cell put in quotes`
	return message
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

function parsePerson({ record: row, info }: Row): { person: FilePerson; errors: string[] } {
	const line = info.lines
	const name = row.name ?? ''
	const displayName = cleanText(row.display_name ?? '')
	const password = row.password || undefined
	const mobile = parseMobile(row.mobile ?? '')
	const department = parseDepartmentPath(row.department ?? '')

	const errors: string[] = []
	if (info.error) errors.push('it has not as many cells as the first line; one with a comma in it is put in quotes')
	if (!isUserName(name)) errors.push(`name "${name}" needs 2 to 20 letters, digits, Chinese characters or _ . - ·`)
	errors.push(...findLostCharacters(row))
	if (!isDisplayName(displayName)) errors.push('display_name needs 1 to 50 characters')
	if (password !== undefined && newPasswordError(password, name)) {
		errors.push('password needs 8 to 20 characters of two kinds (letters, digits, signs) and must not be the name')
	}
	const userType = row.type ? parseUserType(row.type) : undefined
	if (row.type && userType === undefined) errors.push(`type "${row.type}" is none of ${userTypesText}`)
	if (!mobile) errors.push(`mobile "${row.mobile}" needs 5 to 20 digits, or +<country> <number>`)
	if (!isDepartmentPath(department)) errors.push(`department "${row.department}" ${departmentPathRule}`)
	return { person: { line, name, displayName, password, mobile: mobile ?? {}, userType, department }, errors }
}

/** Characters that would be left out without a word, and the mark of one that an earlier program could not write. */
const findLostCharacters = (row: Record<string, string>): string[] =>
	['display_name', 'department'].flatMap(cell => {
		const text = row[cell] ?? ''
		const lost = charactersLost(text)
		return [
			...(lost.length > 0 ? [`${cell} "${text}" has ${lost.join(' ')}, which no name may have`] : []),
			...(text.includes('\ufffd') ? [`${cell} "${text}" has lost a character where it was saved before`] : []),
		]
	})

/** Login names, compared case-insensitively, and mobile numbers belong to one person each. */
function findRepeated(people: readonly FilePerson[]): Fault[] {
	const names = new Map<string, number>()
	const numbers = new Map<string, number>()
	return people.flatMap(({ name, mobile: { mobile, mobileCode }, line }) => [
		...findEarlier(names, name.toLowerCase(), line).map(at => ({
			line,
			text: `name "${name}" is on line ${at} already`,
		})),
		...findEarlier(numbers, mobile === undefined ? undefined : `${mobileCode}-${mobile}`, line).map(at => ({
			line,
			text: `mobile "${mobile}" is on line ${at} already`,
		})),
	])
}

/** The line that had a key before, if any; otherwise this one has it from now on. */
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

/** A user type that exists; undefined for any other text. */
export const parseUserType = (typed: string): number | undefined =>
	/^\d$/.test(typed) && isUserType(Number(typed)) ? Number(typed) : undefined

/** Such as `0, 1, 5, 6, 7`. */
export const userTypesText = Object.values(userTypes).join(', ')

/** The names of a path such as `R&D/Platform`, from the top; none for an empty one. */
export const parseDepartmentPath = (typed: string): string[] => (typed === '' ? [] : typed.split('/').map(cleanText))

/** Returns whether no name of a path is empty; the path of no department is valid. */
export const isDepartmentPath = (path: readonly string[]): boolean =>
	path.every(part => part !== '' && part.length <= departmentNameMax)

/** After what was typed. */
export const departmentPathRule = `needs names of 1 to ${departmentNameMax} characters with / between`
