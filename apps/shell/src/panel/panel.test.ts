import { pageHandlerExamples } from '@parley/bridge'
import { locales, localeTags } from '@parley/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMessageLog } from '../bridge/messageLog.ts'
import { defaultSettings } from '../settings.ts'
import { createStore } from '../store.ts'
import { bindFireForm, parseArguments } from './fireForm.ts'
import { bindMessageList } from './messageList.ts'
import { bindSettingsForm } from './settingsForm.ts'

const find = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T

beforeEach(() => {
	document.body.innerHTML = ''
})

function openMessages() {
	document.body.innerHTML = `<form><input name="words"><input type="radio" name="from" value="all" checked>
		<input type="radio" name="from" value="page"></form><p id="empty"></p><ol></ol>
		<button id="clear"></button><button id="copy"></button>`
	const messageLog = createMessageLog(() => 0)
	bindMessageList(messageLog, {
		list: find('ol'),
		empty: find('#empty'),
		filter: find<HTMLFormElement>('form'),
		clear: find('#clear'),
		copy: find('#copy'),
		notify: vi.fn(),
	})
	const names = () => [...document.querySelectorAll('li .name')].map(name => name.textContent)
	return { messageLog, names }
}

test('[BRG-01] messages stand newest first, and what they carry is text', () => {
	const { messageLog, names } = openMessages()
	messageLog.add('page', 'scan', 'publicScan')
	messageLog.add('shell', 'directJoin', { displayName: '<img src=x>' }, 'nobody listens')
	expect(names()).toEqual(['directJoin', 'scan'])
	expect(document.querySelector('img')).toBeNull()
	expect(find('li').textContent).toContain('The page has not registered this handler.')
})

test('[BRG-01] a row that is open stays open when its reply comes', () => {
	const { messageLog } = openMessages()
	const id = messageLog.add('page', 'checkAuthority', {})
	find<HTMLDetailsElement>('details').open = true
	messageLog.addReply(id, { audio: true })
	expect(find<HTMLDetailsElement>('details').open).toBe(true)
	expect(find('li').textContent).toContain('"audio": true')
})

test('[BRG-01] a filter hides, brings back in order, and clearing empties', () => {
	const { messageLog, names } = openMessages()
	messageLog.add('page', 'scan', {})
	messageLog.add('shell', 'directJoin', {})
	messageLog.add('page', 'switchSite', {})
	const words = find<HTMLInputElement>('[name=words]')
	words.value = 's'
	find<HTMLInputElement>('[value=page]').checked = true
	find('form').dispatchEvent(new Event('input'))
	expect(names()).toEqual(['switchSite', 'scan'])
	words.value = 'nothing like it'
	find('form').dispatchEvent(new Event('input'))
	expect(find('#empty').textContent).toBe('No matching messages.')
	words.value = ''
	find<HTMLInputElement>('[value=all]').checked = true
	find('form').dispatchEvent(new Event('input'))
	expect(names()).toEqual(['switchSite', 'directJoin', 'scan'])
	find('#clear').click()
	expect(names()).toEqual([])
	expect(find('#empty').textContent).toBe('No bridge messages yet.')
})

function openFireForm() {
	document.body.innerHTML = '<form><select></select><textarea></textarea><p></p><button type="button"></button></form>'
	const fire = vi.fn()
	const [form, names, args, errorText, reset] = [
		find<HTMLFormElement>('form'),
		find<HTMLSelectElement>('select'),
		find<HTMLTextAreaElement>('textarea'),
		find('p'),
		find('button'),
	]
	bindFireForm({ form, names, args, errorText, reset }, fire)
	const choose = (name: string) => {
		names.value = name
		names.dispatchEvent(new Event('change'))
	}
	const type = (text: string) => {
		args.value = text
		args.dispatchEvent(new Event('input'))
	}
	const submit = () => form.dispatchEvent(new Event('submit', { cancelable: true }))
	return { fire, names, args, errorText, reset, choose, type, submit }
}

test('[BRG-01] every handler can be fired with a good example', () => {
	const { fire, names, choose, submit } = openFireForm()
	for (const { value } of [...names.options]) {
		choose(value)
		submit()
	}
	expect(Object.fromEntries(fire.mock.calls)).toEqual({ ...pageHandlerExamples, exitConference: {} })
})

test('[BRG-06] an argument that was edited is fired, kept, and can be put back', () => {
	const { fire, args, reset, choose, type, submit } = openFireForm()
	choose('directJoin')
	type('{"meetingId":"12345678"}')
	choose('exitMeeting')
	choose('directJoin')
	submit()
	expect(fire.mock.calls).toEqual([['directJoin', { meetingId: '12345678' }]])
	reset.click()
	expect(JSON.parse(args.value)).toEqual(pageHandlerExamples.directJoin)
})

test('[BRG-06] what is not JSON is not fired, and says so', () => {
	const { fire, args, errorText, type, submit } = openFireForm()
	type('{meetingId}')
	submit()
	expect(fire).not.toHaveBeenCalled()
	expect(errorText.textContent).toMatch(/Invalid JSON/)
	expect(args.hasAttribute('aria-invalid')).toBe(true)
	type('{}')
	expect(errorText.textContent).toBe('')
	expect(parseArguments(' ')).toEqual({ ok: true, data: undefined })
})

test('[BRG-03] the phone can be set to every language of the product', () => {
	document.body.innerHTML = `<form><select name="language"></select><select name="locale"><option value=""></option></select></form>`
	const settings = createStore(defaultSettings)
	bindSettingsForm(find<HTMLFormElement>('form'), settings)
	for (const locale of locales) {
		find<HTMLSelectElement>('[name=language]').value = locale
		find<HTMLSelectElement>('[name=locale]').value = localeTags[locale]
		find('form').dispatchEvent(new Event('input'))
		expect(settings.get()).toMatchObject({ language: locale, locale: localeTags[locale] })
	}
})

test('[BRG-03] a control that is turned changes the setting of its name, and the other way round', () => {
	document.body.innerHTML = `<form><input name="version"><input type="checkbox" name="wechatInstall">
		<select name="platform"><option value="ios"></option><option value="android"></option></select></form>`
	const settings = createStore(defaultSettings)
	bindSettingsForm(find<HTMLFormElement>('form'), settings)
	expect(find<HTMLInputElement>('[name=wechatInstall]').checked).toBe(true)
	find<HTMLInputElement>('[name=wechatInstall]').checked = false
	find<HTMLInputElement>('[name=version]').value = '6.10.0'
	find<HTMLSelectElement>('select').value = 'android'
	find('form').dispatchEvent(new Event('input'))
	const changed = { wechatInstall: false, version: '6.10.0', platform: 'android', boot: 'object' }
	expect(settings.get()).toEqual({ ...defaultSettings, ...changed })
	settings.set({ ...settings.get(), version: '6.2.0' })
	expect(find<HTMLInputElement>('[name=version]').value).toBe('6.2.0')
})
