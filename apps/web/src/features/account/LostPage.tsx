import { m } from '../../locales/index.ts'
import { LockedDoor } from '../../ui/drawings.ts'
import { Button, EmptyState, Page } from '../../ui/index.ts'
import type { LostProps } from './Lost.tsx'

export function LostPage({ title, text, action, other, onBack }: LostProps) {
	return (
		<Page back={{ label: m.common_back(), onBack }} top={24}>
			<EmptyState
				full
				picture={<LockedDoor />}
				title={title}
				text={text}
				action={
					<>
						<Button kind="primary" onClick={action.onPress}>
							{action.label}
						</Button>
						{other && (
							<Button kind="quiet" onClick={other.onPress}>
								{other.label}
							</Button>
						)}
					</>
				}
			/>
		</Page>
	)
}
