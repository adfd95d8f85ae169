// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@parley/core'
import { describe, expect, test } from 'vitest'
import { type RouteEntry, routeTable } from '../src/navigation/routes.ts'
import { iconFiles, iconsOf, importedIcons } from './iconsOf.ts'
import { messagesOf, missingMessages, settingsFaults } from './messages.ts'
import { filesOfLinks, filesOfRoutes, routesWithOverlays } from './routeFiles.ts'
import { criticalScreens, mergeStyles } from './styleSheets.ts'

const source = join(import.meta.dirname, '../src')
/** The code of the page, without tests and compiled messages. */
const pageSource = readdirSync(source, { recursive: true, encoding: 'utf8' })
	.filter(file => /\.tsx?$/.test(file) && !/\.test\.|\/generated\//.test(file))
	.map(file => readFileSync(join(source, file), 'utf8'))
	.join('\n')

/** Message keys of the spec (I18N-07). */
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
/** Texts the spec requires without naming a key, and the messages that state them. */
const asked = {
	'SMS too frequent': ['verification_too_often', 'verification_too_many', 'verification_too_many_minutes'],
	'SMS daily limit': ['verification_limit'],
	'wrong code': ['account_error_wrongCode', 'login_wrong_code'],
	'phone already bound or registered': ['account_error_duplicate', 'social_error_numberTaken'],
	'too frequent, and for how many minutes': ['account_error_tooManyMinutes', 'login_too_many_minutes'],
	'account expired': ['joining_error_accountExpired', 'scheduling_account_expired'],
	'rights of the company expired': ['joining_error_rightsExpired', 'scheduling_rights_expired'],
	'not a member of the company': ['company_switch_notMember'],
	'id or name of a join missing or wrong': [
		'Meeting.tips11',
		'Meeting.tips12',
		'Meeting.tips13',
		'joining_error_nameInvalid',
	],
	'meeting locked': ['joining_error_locked'],
	'meeting full': ['joining_error_full'],
	'meeting lapsed': ['joining_error_over', 'joining_error_unknownMeeting'],
	'for signed-in people only': ['joining_error_loginOnly'],
}

test('[I18N-07] the messages the spec names exist in every language', () => {
	for (const locale of locales) {
		const messages = messagesOf(locale)
		for (const key of named) expect([locale, key, messages[key]]).not.toContain(undefined)
	}
})

test.each(Object.entries(asked))('[I18N-08] [JERR-19] %s: the page has messages for it, and shows them', (_, keys) => {
	for (const key of keys) {
		for (const locale of locales) expect([locale, key, messagesOf(locale)[key]]).not.toContain(undefined)
		const use = key.includes('.') ? `m['${key}']` : `m.${key}`
		expect([key, pageSource.includes(use)]).toEqual([key, true])
	}
})

test('[OP-001] the message about a meeting password says from how many to 20 digits', () => {
	for (const locale of locales) expect(messagesOf(locale)['Meeting.tips3']).toMatch(/\{min\}\D+20/)
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

const chunk = (fileName: string, module: string, imports: string[] = []) => ({
	type: 'chunk' as const,
	fileName,
	facadeModuleId: `/x/src${module}`,
	imports,
	isEntry: module === '/app/main.tsx',
})

test('a route lists the files it needs besides the main ones', () => {
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

test('[LIVE-50] the route of a live names its player, which is not among its files', () => {
	const chunks = [
		chunk('main.js', '/app/main.tsx'),
		chunk('live.js', '/screens/LiveBroadcast/LiveBroadcast.screen.tsx', ['main.js']),
		chunk('player.js', '/features/live/player/hlsPlayer.ts', ['main.js']),
	]
	const [route] = filesOfRoutes([{ path: '/liveBroadcast', screen: 'LiveBroadcast' }], chunks)
	expect(route).toEqual({ path: '/liveBroadcast', screen: 'LiveBroadcast', files: ['/live.js'], player: '/player.js' })
})

test('[LINK-01] a short link lists the files of the screen it leads to, and those that follow it', () => {
	const entries = [
		{ path: '/', screen: 'Landing' },
		{ path: '/Login/ScanJoin/$meetingId', screen: 'ScanJoin' },
	] as const
	const chunks = [
		chunk('main.js', '/app/main.tsx'),
		chunk('scan.js', '/screens/ScanJoin/ScanJoin.screen.tsx', ['main.js', 'joining.js']),
		chunk('link.js', '/screens/Landing/resolveLink.ts', ['main.js', 'joining.js']),
		chunk('joining.js', ''),
	]
	const files = ['/scan.js', '/joining.js', '/link.js']
	expect(filesOfLinks(entries, chunks)).toEqual([{ path: '/', query: 'meetingId', screen: 'ScanJoin', files }])
	expect(() => filesOfLinks(entries, chunks.slice(0, 2))).toThrow('resolveLink')
})

test('a screen that would load dialogs and sheets before it is shown fails the build', () => {
	const files = ['/assets/list-abc.js', '/assets/kit-abc.js']
	expect(routesWithOverlays([{ path: '/MeetingList', files }])).toEqual([])
	expect(routesWithOverlays([{ path: '/MeetingList', files: [...files, '/assets/overlays-abc.js'] }])).toEqual([
		'/MeetingList',
	])
})

describe('style sheets', () => {
	const styled = (fileName: string, parts: { css?: string[]; imports?: string[]; dynamicImports?: string[] } = {}) => ({
		fileName,
		imports: [],
		dynamicImports: [],
		css: [],
		...parts,
		moduleIds: [`/src/screens/${fileName}/${fileName}.screen.tsx`],
		isEntry: fileName === 'main',
	})
	const sourceOf = (file: string) => `.${file}{}`
	const screens = criticalScreens.map(name => styled(name, { css: [name], imports: ['kit'] }))
	const chunks = [
		styled('main', { css: ['main'], dynamicImports: ['Room', ...criticalScreens] }),
		styled('Room', { css: ['Room'], imports: ['kit', 'tiles'], dynamicImports: ['chat'] }),
		styled('tiles', { css: ['tiles'] }),
		styled('chat', { css: ['chat'], imports: ['kit'] }),
		styled('kit', { css: ['kit'] }),
		...screens,
	]
	const { sheets, waiting } = mergeStyles(chunks, sourceOf)

	test('styles follow those of the chunks they use, in both sheets', () => {
		expect(sheets.all).toMatch(/^\.main\{\}\.kit\{\}\.tiles\{\}\.Room\{\}/)
		expect(sheets.all).toContain('.chat{}')
		expect(sheets.critical).toBe(['main', 'kit', ...criticalScreens].map(sourceOf).join(''))
	})

	test('chunks wait for the whole style sheet if the critical one lacks their styles', () => {
		expect([...waiting].sort()).toEqual(['Room', 'chat', 'tiles'])
	})

	test('a critical screen that the build does not have fails the build', () => {
		expect(() => mergeStyles(chunks.slice(0, -1), sourceOf)).toThrow(`${criticalScreens.at(-1)} has no chunk`)
	})
})

test('icons that only some folders import are found by all names of an icon', () => {
	expect(importedIcons("import {\n\tHand,\n\ttype LucideIcon, CircleHelp as Help,\n} from 'lucide-react'")).toEqual([
		'Hand',
		'LucideIcon',
		'CircleHelp',
	])
	const file = "export { default as CircleHelp, default as HelpCircle } from './icons/circle-question-mark.mjs';"
	expect([...iconFiles(file)]).toEqual([
		['CircleHelp', 'circle-question-mark'],
		['HelpCircle', 'circle-question-mark'],
	])
	const ofRoom = iconsOf(/^(features\/(room|roomChat)|screens\/Room)\//)
	expect(ofRoom).toContain('hand')
	// Every kind of screen has it.
	expect(ofRoom).not.toContain('x')
})
