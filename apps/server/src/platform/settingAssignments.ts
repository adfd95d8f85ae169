import { isDeepStrictEqual } from 'node:util'
import type { Result } from '@parley/core'
import * as v from 'valibot'
import { failure } from './command.ts'

/** Settings of a site or a company: every entry has a default. */
type SettingsSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** Parses `name=value` assignments by the schema of the settings; the errors have one line per invalid assignment. */
export function parseSettings({ entries }: SettingsSchema, assignments: readonly string[]): Result<object, string[]> {
	const given: Record<string, unknown> = {}
	const errors: string[] = []
	for (const assignment of assignments) {
		const [, name = '', text = ''] = /^([^=]*)=(.*)$/s.exec(assignment) ?? []
		const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
		if (!entry) {
			errors.push(`"${assignment}": write name=value; the names are ${Object.keys(entries).join(', ')}`)
			continue
		}
		// Text settings take the value as it is, even if it looks like a number.
		const value = v.is(entry, text) ? text : parseValue(text)
		if (v.is(entry, value)) given[name] = value
		else errors.push(`${name} cannot be "${text}"${wantedForm(entry, value)}`)
	}
	return errors.length > 0 ? failure(...errors) : { ok: true, value: given }
}

/** Describes the expected form of a value, if the failed check states one. */
function wantedForm(entry: v.GenericSchema, value: unknown): string {
	const { issues = [] } = v.safeParse(entry, value)
	const wanted = issues.find(({ message }) => !message.startsWith('Invalid '))?.message
	return wanted === undefined ? '' : `: ${wanted}`
}

const booleanWords: Record<string, boolean> = { true: true, on: true, yes: true, false: false, off: false, no: false }
const parseValue = (text: string): unknown => booleanWords[text] ?? (/^\d+$/.test(text) ? Number(text) : text)

/** Assignments as they may be printed: values of secrets are hidden. */
export const formatAssignments = (assignments: readonly string[]): string =>
	assignments.map(assignment => assignment.replace(/^(\w*Secret)=.+/s, '$1=…')).join(', ')

/** The settings that differ from their defaults, as assignments. */
export function formatChangedSettings(schema: SettingsSchema, settings: Record<string, unknown>): string {
	const defaults: Record<string, unknown> = v.parse(schema, {})
	return Object.keys(schema.entries)
		.filter(name => !isDeepStrictEqual(settings[name], defaults[name]))
		.map(name => `${name}=${formatValue(name, settings[name])}`)
		.join(' ')
}

/** Secrets are hidden, and lists, which have commands of their own, counted. */
const formatValue = (name: string, value: unknown): string => {
	if (name.endsWith('Secret')) return '…'
	return Array.isArray(value) ? `(${value.length})` : String(value)
}
