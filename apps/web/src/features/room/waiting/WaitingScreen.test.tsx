import { readFileSync } from 'node:fs'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../../locales/index.ts'
import { scene } from '../../../ui/index.ts'
import type { WaitingState } from '../roomState.ts'
import { WaitingScreen } from './WaitingScreen.tsx'

afterEach(cleanup)

type Colour = readonly [red: number, green: number, blue: number]

const style = readFileSync(`${import.meta.dirname}/WaitingScreen.module.css`, 'utf8')
const white: Colour = [255, 255, 255]

function luminance(colour: Colour): number {
	const [red, green, blue] = colour.map(value => {
		const part = value / 255
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
	}) as [number, number, number]
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (light: Colour, dark: Colour) => (luminance(light) + 0.05) / (luminance(dark) + 0.05)

/** The colour of the card where the lightest part of the picture is behind it. */
function cardOverLightest(): Colour {
	const lightest = [...scene('dusk').matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/gi)]
		.map(([, ...parts]) => parts.map(part => Number.parseInt(part, 16)) as unknown as Colour)
		.reduce((a, b) => (luminance(a) > luminance(b) ? a : b))
	const card = /\.card \{[^}]*background: rgba\(([^)]+)\)/.exec(style)?.[1]?.split(',').map(Number) ?? []
	const [red = 0, green = 0, blue = 0, alpha = 0] = card
	const mix = (over: number, under: number) => over * alpha + under * (1 - alpha)
	return [mix(red, lightest[0]), mix(green, lightest[1]), mix(blue, lightest[2])]
}

test('[ROOM-191] title, topic and host are on the card, on which white can be read over any part of the picture', () => {
	const waiting: WaitingState = {
		status: 'waiting',
		topic: 'Harbour plans',
		hostName: 'Han Mei',
		place: 2,
		message: null,
		wants: { microphone: false, camera: false },
		isConnected: true,
	}
	render(<WaitingScreen waiting={waiting} isMoved={false} controller={{ toggleDevice() {}, leave() {} }} />)
	for (const text of [m.waiting_title(), 'Harbour plans', m.waiting_host({ name: 'Han Mei' })])
		expect(screen.getByText(text).closest('[class*="card"]'), text).not.toBeNull()
	expect(contrast(white, cardOverLightest())).toBeGreaterThan(4.5)
})
