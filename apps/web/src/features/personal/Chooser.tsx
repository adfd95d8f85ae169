import { useState } from 'react'
import { lazySheet } from '../../ui/index.ts'
import type { ChoiceSheetProps } from './ChoiceSheet.tsx'

const ChoiceSheet = lazySheet(async () => (await import('./ChoiceSheet.tsx')).ChoiceSheet)

export type Choosing = Omit<ChoiceSheetProps<string>, 'open' | 'onOpenChange'>

/** The sheet of what is being chosen; it comes with its first use and then stays. */
export function Chooser({ choosing, onClose }: { choosing: Choosing | undefined; onClose(): void }) {
	const [last, setLast] = useState(choosing)
	if (choosing && choosing !== last) setLast(choosing)
	const shown = choosing ?? last
	if (!shown) return null
	return <ChoiceSheet {...shown} open={choosing !== undefined} onOpenChange={open => open || onClose()} />
}
