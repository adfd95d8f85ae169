import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import * as answerCodes from './answerCodes.ts'
import { calls } from './calls.ts'
import { type AnswerCodeName, endsSession, isRetryable } from './codes.ts'
import { encodePacket, encodePush } from './envelope.ts'
import { callExamples, pushExamples } from './examples.ts'
import type { LogEventName, PushName } from './exchangePackets.ts'
import { groupTypes } from './groupTypes.ts'
import { ListedEvent, logEvents } from './messages.ts'
import { callNames, logEventNames, pushNames } from './packetNames.ts'
import { type CallName, packetKind, packetNumbers } from './packets.ts'
import { pushes } from './pushes.ts'
import { effectiveRoles, groupKinds, groupRights, memberRoles } from './roles.ts'
import { shapes } from './shapes.ts'
import { introduction } from './specIntroduction.ts'
import { codeMeanings, packetSummaries } from './summaries.ts'
import { moduleOfOption, optionOfPush, type SyncOption, syncOptions } from './sync.ts'

const optionOf: Partial<Record<PushName, SyncOption>> = optionOfPush

/** The text of SPEC.md, made of the contract itself; {@link introduction} is its prose. */
export const specText = (): string =>
	[
		introduction,
		'## 4. Codes',
		table(['code', 'name', 'meaning', 'what a client does'], codeNames().map(codeRow)),
		'## 5. Roles and rights',
		rights(),
		'## 6. Sync options',
		table(
			['option', 'module', 'what it has'],
			syncOptions.map(option => [`\`${option}\``, moduleOfOption[option], optionContent(option)]),
		),
		'## 7. Calls',
		...callNames.map(callSection),
		'## 8. Pushes',
		...pushNames.map(pushSection),
		'## 9. Shapes',
		'What is inside of packets, by the names the tables above refer to. `epoch`, `list`, `head`, `min`, `after` and `discontinuity` of an answer mean what they mean in a `ConversationPage`.',
		...shapeNames.map(shapeSection),
		logEventSection(),
	].join('\n\n')

/** An object in a packet is one of these, and is referred to by its name. */
const definitions: Record<string, GenericSchema> = {
	...Object.fromEntries(Object.entries(shapes).map(([name, { schema }]) => [name, schema])),
	LogEvent: ListedEvent,
}
type ShapeName = keyof typeof shapes
const shapeNames = Object.keys(shapes) as ShapeName[]
const conversion = { errorMode: 'ignore', typeMode: 'input' } as const

/** 0, those that refuse a call, those that end a session, and those of the client itself. */
const codes: Readonly<Record<AnswerCodeName, number>> = { ...answerCodes }
const codeNames = () =>
	(Object.keys(codes) as AnswerCodeName[]).sort((a, b) => {
		const [left, right] = [codes[a], codes[b]]
		return left < 0 && right < 0 ? right - left : left < 0 ? 1 : right < 0 ? -1 : left - right
	})

function codeRow(name: AnswerCodeName): string[] {
	const code = codes[name]
	const action = endsSession(code)
		? 'forgets its login information, does not reconnect'
		: isRetryable(code)
			? 'sends the same packet again, later'
			: ''
	return [String(code), `\`${name}\``, codeMeanings[name], action]
}

function rights(): string {
	const roles = Object.entries(memberRoles).map(([name, role]) => `${name} ${role}`)
	const types = Object.entries(groupTypes).map(([name, type]) => {
		const { entry, isVisible, membersInvite, guests } = groupKinds[name as keyof typeof groupTypes]
		return [`${name} ${type}`, entry, ...[isVisible, membersInvite, guests].map(mark)]
	})
	const calls = Object.entries(groupRights).map(([call, allowed]) => [
		`\`${call}\``,
		...effectiveRoles.map(effectiveRole => mark(allowed.includes(effectiveRole))),
	])
	return [
		`Roles: ${roles.join(', ')}. A member who is silenced has the role restricted.`,
		table(['kind of group', 'how people come in', 'seen by others', 'members invite', 'guests'], types),
		'A manager acts on members, never on the owner or another manager. Of messages, members and guests revoke their own; in the chat of a meeting its own rules decide.',
		table(['call', ...effectiveRoles], calls),
		'A chat room (CHATROOM) is joined by nobody: whoever listens with `groupPoll` is common in it, without an account guest, and nobody is none. So everybody of the application reads its whole log and writes, and `groupApply` is answered `alreadyDone`; `groupInvite` adds nobody. Of a room one owns or manages `groupList` tells with `rooms`; no sync option has any room. `groupMemberList` of a room has owner, managers, and who is silenced.',
	].join('\n\n')
}

const mark = (is: boolean) => (is ? 'yes' : '')

function optionContent(option: (typeof syncOptions)[number]): string {
	if (option === 'chat') return 'the logs with single people'
	if (option === 'group_chat') return 'the logs of groups, chat rooms excepted'
	if (option === 'video') return 'nothing; its key is always 0'
	const of = pushNames.filter(name => optionOf[name] === option)
	return of.map(name => `\`${name}\``).join(', ')
}

function callSection(name: CallName): string {
	const { input, answer } = callExamples[name]
	const number = packetNumbers[name]
	const kind = packetKind(name)
	return [
		`### ${number} \`${name}\` (${kind})`,
		packetSummaries[name],
		fields('sends', calls[name].input),
		fields('answer', calls[name].answer),
		json(encodePacket(name, 10_000, input), encodePacket(name, 10_000, { code: 0, ...answer })),
	].join('\n\n')
}

function pushSection(name: PushName): string {
	const option = optionOf[name]
	return [
		`### ${packetNumbers[name]} \`${name}\``,
		option ? `${packetSummaries[name]} An entry of the option \`${option}\`.` : packetSummaries[name],
		fields('carries', pushes[name]),
		json(encodePush(name, pushExamples[name])),
	].join('\n\n')
}

const json = (...envelopes: object[]) =>
	['```json', ...envelopes.map(envelope => JSON.stringify(envelope)), '```'].join('\n')

function fields(title: string, schema: GenericSchema): string {
	const { properties = {}, required = [] } = toJsonSchema(schema, { ...conversion, definitions })
	const rows = Object.entries(properties).map(([name, property]) => [
		`\`${name}\``,
		typeLabel(property as JsonSchema),
		required.includes(name) ? 'yes' : '',
	])
	return rows.length === 0 ? `${title}: nothing` : table([title, 'type', 'required'], rows)
}

function shapeSection(name: ShapeName): string {
	const { properties = {}, required = [] } = toJsonSchemaDefs(definitions, conversion)[name] ?? {}
	const meanings: Readonly<Record<string, string>> = shapes[name].fields
	const rows = Object.entries(properties).map(([field, property]) => [
		`\`${field}\``,
		typeLabel(property as JsonSchema),
		required.includes(field) ? '' : 'yes',
		meanings[field] ?? '',
	])
	return [`### \`${name}\``, table(['field', 'type', 'may be missing', 'meaning'], rows)].join('\n\n')
}

function logEventSection(): string {
	const shapeOf = (name: LogEventName) => shapeNames.find(each => shapes[each].schema === logEvents[name])
	return [
		'### `LogEvent`',
		'An event in a list of several kinds: one of these, and with it `messageType`, which a message has not.',
		table(
			['messageType', 'of the push', 'shape'],
			logEventNames.map(name => [
				name === 'messagesReceived' ? 'missing' : String(packetNumbers[name]),
				`\`${name}\``,
				linkTo(shapeOf(name) ?? name),
			]),
		),
	].join('\n\n')
}

const linkTo = (shape: string) => `[${shape}](#${shape.toLowerCase()})`

function typeLabel(schema: JsonSchema): string {
	const { $ref, type, items, anyOf, enum: values, const: value, additionalProperties, properties, description } = schema
	if ($ref) return linkTo($ref.slice($ref.lastIndexOf('/') + 1))
	if (value !== undefined) return JSON.stringify(value)
	if (values) return values.map(each => JSON.stringify(each)).join(' \\| ') + (description ? ` (${description})` : '')
	if (anyOf) return [...new Set(anyOf.map(each => typeLabel(each as JsonSchema)))].join(' \\| ')
	if (type === 'array') return `array of ${typeLabel(items as JsonSchema)}`
	if (properties) throw new Error(`{ ${Object.keys(properties).join(', ')} } is in a packet and not in shapes.ts`)
	if (type === 'object' && typeof additionalProperties === 'object')
		return `map of ${typeLabel(additionalProperties as JsonSchema)}`
	const limits = [
		schema.minLength === undefined ? '' : `at least ${schema.minLength}`,
		schema.maxLength === undefined ? '' : `at most ${schema.maxLength}`,
		schema.minimum === undefined ? '' : `from ${schema.minimum}`,
		schema.maximum === undefined ? '' : `to ${schema.maximum}`,
		schema.pattern === undefined ? '' : `\`${schema.pattern.replaceAll('|', '\\|')}\``,
		schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
		description ?? '',
	].filter(limit => limit !== '')
	return [type, ...limits].join(', ')
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
