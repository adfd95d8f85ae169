import { useState } from 'react'
import type { MeetingLink } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { Button, lazyComponent } from '../../ui/index.ts'

const CodeSheet = lazyComponent(async () => (await import('./CodeSheet.tsx')).CodeSheet, { overlay: true })

export interface OtherDoorsProps {
	link: MeetingLink
	isFilled: boolean
	isKnocking: boolean
	onApp(): void
}

/** By the app, or on another phone. */
export function OtherDoors({ link, isFilled, isKnocking, onApp }: OtherDoorsProps) {
	const [code, setCode] = useState<'never' | 'open' | 'closed'>('never')
	return (
		<>
			<Button disabled={!isFilled} loading={isKnocking && m.joining_working()} onClick={onApp}>
				{m.entry_join_app()}
			</Button>
			<Button aria-haspopup="dialog" onClick={() => setCode('open')}>
				{m.entry_join_code()}
			</Button>
			{code !== 'never' && (
				<CodeSheet link={link} open={code === 'open'} onOpenChange={open => setCode(open ? 'open' : 'closed')} />
			)}
		</>
	)
}
