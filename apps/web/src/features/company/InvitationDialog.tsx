import type { Invitation } from '@parley/api'
import { m } from '../../locales/index.ts'
import { Dialog } from '../../ui/dialog.ts'
import { Button } from '../../ui/index.ts'

export interface InvitationDialogProps {
	invitation: Invitation
	/** How many there are, this one with them. */
	count: number
	giving: 'accept' | 'refuse' | undefined
	give(answer: 'accept' | 'refuse'): void
	/** Closed without an answer; it is asked again the next time. */
	putOff(): void
}

export function InvitationDialog({ invitation, count, giving, give, putOff }: InvitationDialogProps) {
	return (
		<Dialog
			open
			onOpenChange={open => open || giving || putOff()}
			title={m.company_invitation_title({ company: invitation.companyName })}
			text={count > 1 ? m.company_invitation_text_more({ more: count - 1 }) : m.company_invitation_text()}
			actions={
				<>
					<Button
						kind="secondary"
						loading={giving === 'refuse' && m.company_invitation_answering()}
						onClick={() => give('refuse')}
					>
						{m.company_invitation_refuse()}
					</Button>
					<Button
						kind="primary"
						loading={giving === 'accept' && m.company_invitation_answering()}
						onClick={() => give('accept')}
					>
						{m.company_invitation_accept()}
					</Button>
				</>
			}
		/>
	)
}
