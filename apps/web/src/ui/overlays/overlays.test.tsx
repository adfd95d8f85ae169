// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AlertDialog, Dialog } from './Dialog.tsx'
import { Sheet } from './Sheet.tsx'

afterEach(cleanup)

const sheet = (children: ReactNode) => (
	<Sheet open onOpenChange={() => {}} title="sheet" closeLabel="close">
		{children}
	</Sheet>
)
const question = <AlertDialog open onClose={() => {}} title="over" confirm={{ label: 'yes', onConfirm() {} }} />
const dialog = <Dialog open onOpenChange={() => {}} title="over" confirm={{ label: 'ok' }} />
const second = (
	<Sheet open onOpenChange={() => {}} title="over" closeLabel="close">
		text
	</Sheet>
)

const besideSheet = (other: ReactNode) => (
	<>
		{sheet(null)}
		{other}
	</>
)

const isBefore = (one: Element, other: Element) =>
	(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

// Later elements of the document are painted above: they have the same z-index.
test.each([
	['a question in it', sheet(question)],
	['a question beside it', besideSheet(question)],
	['a dialog in it', sheet(dialog)],
	['another sheet in it', sheet(second)],
])('%s has a scrim of its own, above the sheet', (_, content) => {
	render(content)
	const below = screen.getByText('sheet')
	const above = screen.getByText('over')
	const scrims = [...document.querySelectorAll('.backdrop')]
	expect(scrims).toHaveLength(2)
	expect(scrims.map(scrim => [isBefore(scrim, below), isBefore(scrim, above)])).toEqual([
		[true, true],
		[false, true],
	])
})

test('[ROOM-206] dialogs and questions have the answer that goes on at the right', () => {
	const labels = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
	render(<Dialog open onOpenChange={() => {}} title="over" confirm={{ label: 'yes' }} cancel={{ label: 'no' }} />)
	expect(labels()).toEqual(['no', 'yes'])
	cleanup()
	const yes = { label: 'yes', onConfirm() {} }
	render(<AlertDialog open onClose={() => {}} title="over" confirm={yes} cancel={{ label: 'no' }} />)
	expect(labels()).toEqual(['no', 'yes'])
})
