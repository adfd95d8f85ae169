import buttonStyles from '../actions/Button.module.css'
import checkboxStyles from '../fields/Checkbox.module.css'
import fieldStyles from '../fields/Field.module.css'

/** A part of the screen, in CSS pixels from its upper left corner. */
export interface Area {
	top: number
	right: number
	bottom: number
	left: number
}

/** Between a toast and what can be tapped. */
const gapPx = 8

/** Distance a toast has to move up to overlap none of the areas; 0 if the space does not suffice. */
export function findLift(toast: Area, areas: readonly Area[]): number {
	const beside = areas.filter(({ left, right }) => left < toast.right && right > toast.left)
	let lift = 0
	for (const area of beside.sort((one, other) => other.bottom - one.bottom)) {
		const isCovered = area.bottom + gapPx > toast.top - lift && area.top - gapPx < toast.bottom - lift
		if (isCovered) lift = toast.bottom - area.top + gapPx
	}
	return toast.top - lift >= 0 ? lift : 0
}

const controls = `.${buttonStyles.button}, .${checkboxStyles.row}`
const fields = `.${fieldStyles.box}`

/** Elements that can be tapped: those under a dialog are hidden from readers. */
const findAreas = (selector: string): Area[] =>
	[...document.querySelectorAll(selector)]
		.filter(control => !control.closest('[aria-hidden="true"], [inert]'))
		.map(control => control.getBoundingClientRect())
		.filter(({ width, height }) => width > 0 && height > 0)

/** Fields stay visible, too, unless a long form leaves no room above them. */
const findPlace = (toast: Area): number =>
	findLift(toast, findAreas(`${controls}, ${fields}`)) || findLift(toast, findAreas(controls))

/** Keeps an element off the controls and fields of any screen below it; returns a function that stops it. */
export function keepOffControls(element: HTMLElement): () => void {
	let frame: number | undefined
	function place() {
		frame = undefined
		element.style.setProperty('--lift', '0px')
		element.style.setProperty('--lift', `${findPlace(element.getBoundingClientRect())}px`)
	}
	function placeSoon() {
		frame ??= requestAnimationFrame(place)
	}
	place()
	const changes = new MutationObserver(
		records => records.some(({ target }) => !element.contains(target)) && placeSoon(),
	)
	changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
	window.addEventListener('resize', placeSoon)
	window.addEventListener('scroll', placeSoon, { capture: true, passive: true })
	return () => {
		if (frame !== undefined) cancelAnimationFrame(frame)
		changes.disconnect()
		window.removeEventListener('resize', placeSoon)
		window.removeEventListener('scroll', placeSoon, { capture: true })
	}
}
