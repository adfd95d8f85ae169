import type { CommandProps } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'

/** Moves the caret from a selected picture into the text behind it: typing would replace the picture. */
export function moveBehindPicture({ tr, state }: Pick<CommandProps, 'tr' | 'state'>): boolean {
	if (!(tr.selection instanceof NodeSelection)) return true
	const { to } = tr.selection
	const { paragraph } = state.schema.nodes
	if (!tr.doc.nodeAt(to)?.isTextblock && paragraph) tr.insert(to, paragraph.create())
	tr.setSelection(TextSelection.create(tr.doc, to + 1))
	return true
}
