import { firedExamples } from '@parley/bridge'
import { element } from '../element.ts'

export interface FireFormParts {
	form: HTMLFormElement
	names: HTMLSelectElement
	args: HTMLTextAreaElement
	fault: HTMLElement
	reset: HTMLElement
}

/** The second name of an exit takes no argument. */
const examples: Record<string, object> = { ...firedExamples, exitConference: {} }

/** Lets one fire every handler of the page with an argument one may edit. */
export function wireFireForm(
	{ form, names, args, fault, reset }: FireFormParts,
	fire: (name: string, data: unknown) => void,
) {
	const edited = new Map<string, string>()
	const example = () => JSON.stringify(examples[names.value] ?? {}, null, 2)
	const show = (text: string) => {
		args.value = text
		args.rows = Math.min(12, Math.max(3, text.split('\n').length))
		tell(undefined)
	}
	const tell = (message: string | undefined) => {
		fault.textContent = message ?? ''
		args.toggleAttribute('aria-invalid', message !== undefined)
	}

	names.append(...Object.keys(examples).map(name => element('option', { value: name }, name)))
	names.addEventListener('change', () => show(edited.get(names.value) ?? example()))
	args.addEventListener('input', () => {
		edited.set(names.value, args.value)
		tell(undefined)
	})
	reset.addEventListener('click', () => {
		edited.delete(names.value)
		show(example())
	})
	form.addEventListener('submit', event => {
		event.preventDefault()
		const read = readArguments(args.value)
		tell(read.ok ? undefined : 'This is not JSON. Leave it empty to fire without an argument.')
		if (read.ok) fire(names.value, read.data)
		else args.focus()
	})
	show(example())
}

export function readArguments(text: string): { ok: true; data: unknown } | { ok: false } {
	if (text.trim() === '') return { ok: true, data: undefined }
	try {
		return { ok: true, data: JSON.parse(text) }
	} catch {
		return { ok: false }
	}
}
