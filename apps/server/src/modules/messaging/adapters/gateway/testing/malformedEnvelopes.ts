import { callNames, packetNumber, pushNames } from '@parley/im'
import fc from 'fast-check'

const numbers = [...callNames, ...pushNames].map(packetNumber)

/** Field names of the calls, so that checks behind the first one are reached too. */
const fieldNames = ['gid', 'userId', 'userIds', 'content', 'cmid', 'hisId', 'after', 'count', 'page', 'option']
const moreNames = [
	'syncKey',
	'cursors',
	'msgId',
	'accept',
	'token',
	'uid',
	'appId',
	'requestId',
	'__proto__',
	'toString',
]

const value = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.string({ unit: 'binary', maxLength: 300 }),
	fc.constantFrom(-1, 2 ** 53, 1e308, '', '\u0000', 'x'.repeat(5_000), [], {}, null, true),
)
const data = fc.oneof(
	fc.dictionary(fc.constantFrom(...fieldNames, ...moreNames), value, { maxKeys: 6 }),
	fc.dictionary(fc.string(), value, { maxKeys: 4 }),
	value,
	fc.jsonValue({ maxDepth: 2 }).map(inner => JSON.stringify(inner)),
	fc.constant('{"a":'),
)
const envelope = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({ messageId: fc.nat(), messageType: fc.constantFrom(...numbers), jsonData: data }),
	},
	{
		weight: 2,
		arbitrary: fc.record({ messageId: value, messageType: value, jsonData: data }, { requiredKeys: [] }),
	},
	{ weight: 1, arbitrary: value },
)

/** Malicious or broken input from a client; the same for the same seed. */
export const malformedEnvelopes = (count: number, seed: number): unknown[] =>
	fc.sample(envelope, { numRuns: count, seed })
