import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import * as answerCodes from './answerCodes.ts'
import { calls } from './calls.ts'
import { type AnswerCodeName, endsSession, isRetryable } from './codes.ts'
import { encodePacket, encodePush, envelopeEvent } from './envelope.ts'
import { callExamples, pushExamples } from './examples.ts'
import type { PushName } from './exchangePackets.ts'
import { groupTypes } from './groupTypes.ts'
import * as imLimits from './limits.ts'
import { callNames, logEventNames, pushNames } from './packetNames.ts'
import { type CallName, packetKind, packetNumbers } from './packets.ts'
import * as imPaths from './paths.ts'
import { pushes } from './pushes.ts'
import { groupKinds, groupRights, groupStandings, memberRoles } from './roles.ts'
import { codeMeanings, packetSummaries } from './summaries.ts'
import { moduleOfOption, syncOptions } from './sync.ts'

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
	].join('\n\n')

const introduction = `# The messaging protocol

Made of \`src/\` by its test; where prose and table differ, the table is right. A client needs nothing else.

## 1. Connection

- Socket.IO 4 (protocol 5), transport websocket, path \`${imPaths.socket}\`, default namespace. Heartbeat: a ping every ${imLimits.heartbeat.pingInterval / 1000} s, given up ${imLimits.heartbeat.pingTimeout / 1000} s later.
- One event in both directions: \`${envelopeEvent}\`, with one envelope: \`{ "messageId", "messageType", "jsonData" }\`. \`messageId\` counts the packets of a client from ${imLimits.firstMessageId} on; the answer has the same \`messageId\` and \`messageType\`; a push has \`messageId\` 0. \`jsonData\` is an object; the server also reads the JSON text of one. Fields a reader does not know are left alone.
- An answer has \`code\` (0: done), for developers \`msg\`, where waiting helps \`retryAfterMs\`, and the fields of the call.
- The first packet is \`login\`. A connection that has not logged in after 15 s is closed. An envelope has at most ${imLimits.maxEnvelopeBytes} bytes.
- Where a client gets a token: \`GET ${imPaths.token}?id&nickName&imAppId\`, again with \`GET ${imPaths.tokenByImId}?imId&imAppId\`.

## 2. Logs and positions

- A conversation (a group, or two people) has one log. Every event in it, be it a message, a revocation or a change of members or settings, has a position \`hisId\`: 1, 2, 3 … without holes. \`epoch\` names one life of the log; positions of another epoch mean nothing.
- A push of log events is a batch \`{ gid | userId, epoch, from, to, skipped?, list }\` with events of one kind. A client that has everything up to \`from - 1\` applies it; one that has \`to\` or more drops it; otherwise it holds it and asks for what is missing with \`groupHistory\` or \`chatHistory\` (\`after\`, \`hisId\`). Between \`from\` and \`to\` the server may have left out \`skipped\` events of a busy room; they are in the history.
- In lists with several kinds of events, \`messageType\` tells the kind; a message has none.
- \`heads\` comes every ${imLimits.headsEveryMs / 1000} s: a client that has less asks for the rest. So the loss of a last event is noticed, too.
- Where events are gone or too many (more than ${imLimits.maxMissed}), an answer says \`discontinuity\`: what lies before \`after\` is not in it. Nothing is left out without being said.

## 3. Writing once

- A message has a \`cmid\`, made by its sender and kept over every repetition. It is stored once in its conversation, for ever; a repetition gets the first answer. Other writes have a \`requestId\`, whose answer is kept for ten minutes.
- An answer leaves after the event is stored durably. No answer means nothing: send the same again, with the same \`cmid\` and, within one page, the same \`messageId\`.
- To keep the order of one's own messages, send the next after the answer to the last.`

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
		...groupStandings.map(standing => mark(allowed.includes(standing))),
	])
	return [
		`Roles: ${roles.join(', ')}. A member who is silenced has the role restricted.`,
		table(['kind of group', 'how people come in', 'seen by others', 'members invite', 'guests'], types),
		'A manager acts on members, never on the owner or another manager. Of messages, members revoke their own.',
		table(['call', ...groupStandings], calls),
	].join('\n\n')
}

const mark = (is: boolean) => (is ? 'yes' : '')

function optionContent(option: (typeof syncOptions)[number]): string {
	if (option === 'chat') return 'the logs with single people'
	if (option === 'group_chat') return 'the logs of groups, chat rooms excepted'
	if (option === 'video') return 'nothing; its key is always 0'
	const of = pushNames.filter(name => packetSummaries[name].includes(`\`${option}\``))
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
	return [
		`### ${packetNumbers[name]} \`${name}\``,
		packetSummaries[name],
		fields('carries', pushes[name]),
		json(encodePush(name, pushExamples[name])),
	].join('\n\n')
}

const json = (...envelopes: object[]) =>
	['```json', ...envelopes.map(envelope => JSON.stringify(envelope)), '```'].join('\n')

function fields(title: string, schema: GenericSchema): string {
	const { properties = {}, required = [] } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })
	const rows = Object.entries(properties).map(([name, property]) => [
		`\`${name}\``,
		typeLabel(property as JsonSchema),
		required.includes(name) ? 'yes' : '',
	])
	return rows.length === 0 ? `${title}: nothing` : table([title, 'type', 'required'], rows)
}

function typeLabel(schema: JsonSchema): string {
	const { type, items, anyOf, enum: values, const: value, additionalProperties, properties } = schema
	if (value !== undefined) return JSON.stringify(value)
	if (values) return values.map(each => JSON.stringify(each)).join(' \\| ')
	if (anyOf && anyOf.length >= logEventNames.length)
		return `log event (${packetNumbers.messagesReceived} to ${Math.max(...logEventNames.map(name => packetNumbers[name]))})`
	if (anyOf) return [...new Set(anyOf.map(each => typeLabel(each as JsonSchema)))].join(' \\| ')
	if (type === 'array') return `array of ${typeLabel(items as JsonSchema)}`
	if (properties) return `{ ${Object.keys(properties).join(', ')} }`
	if (type === 'object' && typeof additionalProperties === 'object')
		return `map of ${typeLabel(additionalProperties as JsonSchema)}`
	const limits = [
		schema.minLength === undefined ? '' : `at least ${schema.minLength}`,
		schema.maxLength === undefined ? '' : `at most ${schema.maxLength}`,
		schema.minimum === undefined ? '' : `from ${schema.minimum}`,
		schema.maximum === undefined ? '' : `to ${schema.maximum}`,
		schema.pattern === undefined ? '' : `\`${schema.pattern.replaceAll('|', '\\|')}\``,
		schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
	].filter(limit => limit !== '')
	return [type, ...limits].join(', ')
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
