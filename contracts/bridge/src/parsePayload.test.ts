import { type Locale, locales, localeTags } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
	callArguments,
	findShellHandler,
	getShellHandler,
	pageHandlerExamples,
	pageHandlers,
	parsePayload,
	type ShellHandlerName,
	shellCallExamples,
	shellHandlers,
	shellReplyExamples,
} from './index.ts'

test('[BRG-15] one name is misspelled on the wire and right inside', () => {
	expect(getShellHandler('cancelShortLink').wire).toBe('cancleShortLink')
	expect(findShellHandler('cancleShortLink')).toBe('cancelShortLink')
	expect(findShellHandler('cancelShortLink')).toBeUndefined()
})

test.each(Object.entries(shellCallExamples))(
	'[BRG-01] the example for calling %s keeps to the contract',
	(name, args) => {
		expect(v.is(callArguments[name as ShellHandlerName], args)).toBe(true)
	},
)

test.each(Object.entries(pageHandlerExamples))(
	'[BRG-01] the example for firing %s is read as it is written',
	(name, args) => {
		const read = parsePayload(pageHandlers[name as keyof typeof pageHandlers], args)
		expect(read).toEqual({ ok: true, value: Object.keys(args).length ? args : undefined })
	},
)

test.each(Object.entries(shellReplyExamples))(
	'[BRG-01] the example answer to %s is read as it is written',
	(name, reply) => {
		expect(parsePayload(shellHandlers[name as keyof typeof shellReplyExamples].reply, reply)).toEqual({
			ok: true,
			value: reply,
		})
	},
)

test.each<[written: string | null | undefined, language: Locale | undefined]>([
	['zh-Hans-CN', 'zh'],
	['zh_TW', 'zh'],
	['CN', 'zh'],
	['en', 'en'],
	['English', 'en'],
	['tlh', undefined],
	['', undefined],
	[null, undefined],
	...locales.map(locale => [localeTags[locale], locale] satisfies [string, Locale]),
	...locales.map(
		locale =>
			[new Intl.DisplayNames('en', { type: 'language' }).of(locale), locale] satisfies [string | undefined, Locale],
	),
])('[BRG-03] the language %j is %j', (written, language) => {
	const read = parsePayload(pageHandlers.updateVersionInfo, { language: written })
	expect(read.ok && read.value.language).toBe(language)
})

test('[BRG-05] a payload cannot bring fields that are not in the schema', () => {
	const read = parsePayload(
		pageHandlers.shortLinkJoin,
		'{"meetingId":312846905,"pwd":null,"__proto__":{"x":1},"more":1}',
	)
	expect(read).toEqual({ ok: true, value: { meetingId: '312846905', pwd: '' } })
	expect(read.ok && Object.keys(read.value)).toEqual(['meetingId', 'pwd'])
})

test('[BRG-14] the join parameters are handed on with fields the contract does not name', () => {
	const parameters = { ...shellCallExamples.joinMeeting, anything: [1] }
	expect(v.parse(callArguments.joinMeeting, parameters)).toEqual(parameters)
})
