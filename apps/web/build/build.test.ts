// @vitest-environment node
import { existsSync } from 'node:fs'
import { locales } from '@parley/core'
import { expect, test } from 'vitest'
import { type RouteEntry, routeTable } from '../src/app/navigation/routes.ts'
import { messagesOf, missingMessages, settingsFaults } from './messages.ts'
import { filesOfRoutes } from './routeFiles.ts'

/** Message keys of the spec (I18N-07), and the texts it asks for (I18N-08, JERR-19). */
const named = [
	...[1, 2, 3, 4, 5, 6, 8, 11, 12, 13, 24, 27].map(number => `Meeting.tips${number}`),
	'Meeting.chooseTime',
	'Meeting.pleaseSelectParticipant',
	'User.tips10',
	'formatError',
	'no-allow-tips',
	'typeTip',
	'sizeTip',
	'uploadFail',
	'edit-fail',
	'edit-fail1',
	'editFail2',
	'editFail3',
]
const asked = [
	'verification_too_often',
	'says_sms_daily_limit',
	'says_wrong_code',
	'says_phone_taken',
	'says_too_often',
	'says_account_expired',
	'says_rights_expired',
	'says_not_a_member',
	'says_id_or_name_missing',
	'says_id_wrong',
	'says_name_wrong',
	'says_meeting_locked',
	'says_meeting_full',
	'says_meeting_lapsed',
	'says_login_only',
]

test('[I18N-07] [I18N-08] [JERR-19] the messages the spec names exist in every language', () => {
	for (const locale of locales) {
		const messages = messagesOf(locale)
		for (const key of [...named, ...asked]) expect([locale, key, messages[key]]).not.toContain(undefined)
	}
})

test('[OP-001] the message about a meeting password says 1 to 20 digits', () => {
	for (const locale of locales) expect(messagesOf(locale)['Meeting.tips3']).toMatch(/1\D+20/)
})

test('[I18N-01] every message exists in every language, and every file of messages is compiled', () => {
	expect(missingMessages(Object.fromEntries(locales.map(locale => [locale, messagesOf(locale)])))).toEqual([])
	expect(settingsFaults()).toEqual([])
})

test('a missing message, or no messages at all, is a fault', () => {
	expect(missingMessages({ zh: { a: 'x', b: 'y' }, en: { a: 'x' } })).toEqual(['b is missing in en'])
	expect(missingMessages({ zh: { a: 'x' }, en: { a: '', c: 'z' } })).toEqual([
		'c is missing in zh',
		'a is missing in en',
	])
	expect(missingMessages({ zh: {}, en: {} })).toEqual(['there are no messages'])
})

test('every screen in the route table exists', () => {
	const screens = routeTable.flatMap((entry: RouteEntry) => entry.screen ?? [])
	expect(screens.length).toBeGreaterThan(2)
	for (const screen of screens) {
		expect([screen, existsSync(new URL(`../src/screens/${screen}/${screen}.screen.tsx`, import.meta.url))]).toEqual([
			screen,
			true,
		])
	}
})

test('a route lists the files it needs besides the main ones', () => {
	const chunk = (fileName: string, module: string, imports: string[] = []) => ({
		type: 'chunk' as const,
		fileName,
		facadeModuleId: `/x/src${module}`,
		imports,
		isEntry: module === '/app/main.tsx',
	})
	const chunks = [
		chunk('main.js', '/app/main.tsx', ['runtime.js']),
		chunk('runtime.js', ''),
		chunk('list.js', '/screens/MeetingList/MeetingList.screen.tsx', ['main.js', 'kit.js']),
		chunk('kit.js', '/ui/kit.ts', ['main.js', 'runtime.js']),
	]
	const entries = [
		{ path: '/', screen: 'Landing' },
		{ path: '/detail/$meetingId', screen: 'MeetingList' },
		{ path: '/Register' },
	] as const
	expect(filesOfRoutes(entries, chunks)).toEqual([
		{ path: '/', screen: 'Landing', files: [] },
		{ path: '/detail/:meetingId', screen: 'MeetingList', files: ['/list.js', '/kit.js'] },
	])
})
