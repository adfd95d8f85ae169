import { pageHandlerExamples } from '@parley/bridge'
import { element } from '../element.ts'

export interface FireFormElements {
	form: HTMLFormElement
	names: HTMLSelectElement
	args: HTMLTextAreaElement
	errorText: HTMLElement
	reset: HTMLElement
}

/** `exitConference` is an alias without an argument. */
const examples: Record<string, object> = { ...pageHandlerExamples, exitConference: {} }

/** Calls any handler of the page with an argument that can be edited. */
export function bindFireForm(
	{ form, names, args, errorText, reset }: FireFormElements,
	fire: (name: string, data: unknown) => void,
) {
	const edited = new Map<string, string>()
	const example = () => JSON.stringify(examples[names.value] ?? {}, null, 2)
	const show = (text: string) => {
		args.value = text
		args.rows = Math.min(12, Math.max(3, text.split('\n').length))
		showError(undefined)
	}
	const showError = (message: string | undefined) => {
		errorText.textContent = message ?? ''
		args.toggleAttribute('aria-invalid', message !== undefined)
	}

	names.append(...Object.keys(examples).map(name => element('option', { value: name }, name)))
	names.addEventListener('change', () => show(edited.get(names.value) ?? example()))
	args.addEventListener('input', () => {
		edited.set(names.value, args.value)
		showError(undefined)
	})
	reset.addEventListener('click', () => {
		edited.delete(names.value)
		show(example())
	})
	form.addEventListener('submit', event => {
		event.preventDefault()
		const read = parseArguments(args.value)
		showError(read.ok ? undefined : 'Invalid JSON. Leave it empty to fire without an argument.')
		if (read.ok) fire(names.value, read.data)
		else args.focus()
	})
	show(example())
}

export function parseArguments(text: string): { ok: true; data: unknown } | { ok: false } {
	if (text.trim() === '') return { ok: true, data: undefined }
	try {
		return { ok: true, data: JSON.parse(text) }
	} catch {
		return { ok: false }
	}
}
