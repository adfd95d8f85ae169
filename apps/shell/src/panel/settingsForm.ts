import { locales, localeTags } from '@parley/core'
import { element } from '../element.ts'
import { parseSettings, type Settings } from '../settings.ts'
import type { Store } from '../store.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** Two-way binding between the settings and a form whose controls are named after them. */
export function bindSettingsForm(form: HTMLFormElement, settings: Store<Settings>) {
	addLanguages(form)
	const controls = [...form.elements].filter(isControl)

	function show(now: Settings) {
		for (const control of controls) {
			const value = now[control.name as keyof Settings]
			if (isSwitch(control)) control.checked = value === true
			else if (control !== document.activeElement || control instanceof HTMLSelectElement) control.value = String(value)
		}
		form.querySelectorAll<HTMLOutputElement>('output').forEach(output => {
			output.value = `${now.latencyMs} ms`
		})
	}

	function read() {
		const written = Object.fromEntries(
			controls.map(control => [control.name, isSwitch(control) ? String(control.checked) : control.value]),
		)
		settings.set(parseSettings(written, settings.get()))
	}

	form.addEventListener('input', read)
	form.addEventListener('submit', event => event.preventDefault())
	settings.subscribe(show)
	show(settings.get())
}

/** The languages of the product: what the shell may send, and what a browser may say. */
function addLanguages(form: HTMLFormElement) {
	const names = new Intl.DisplayNames('en', { type: 'language' })
	const add = (select: string, value: string, text: string) =>
		form.querySelector(`select[name=${select}]`)?.append(element('option', { value }, text))
	for (const locale of locales) {
		add('language', locale, names.of(locale) ?? locale)
		add('locale', localeTags[locale], localeTags[locale])
	}
}

const isControl = (item: Element): item is Control =>
	(item instanceof HTMLInputElement || item instanceof HTMLSelectElement) && item.name !== ''
const isSwitch = (control: Control): control is HTMLInputElement =>
	control instanceof HTMLInputElement && control.type === 'checkbox'
