import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import type { ChoiceSheetProps } from '../../ui/sheet.ts'

const ChoiceSheet = lazyComponent(async () => (await import('../../ui/sheet.ts')).ChoiceSheet, { overlay: true })

export type Choosing = Omit<ChoiceSheetProps<string>, 'open' | 'onOpenChange' | 'closeLabel'>

/** The sheet of what is being chosen; it comes with its first use and then stays. */
export function Chooser({ choosing, onClose }: { choosing: Choosing | undefined; onClose(): void }) {
	const [last, setLast] = useState(choosing)
	if (choosing && choosing !== last) setLast(choosing)
	const shown = choosing ?? last
	if (!shown) return null
	return (
		<ChoiceSheet
			{...shown}
			closeLabel={m.common_close()}
			open={choosing !== undefined}
			onOpenChange={open => open || onClose()}
		/>
	)
}
