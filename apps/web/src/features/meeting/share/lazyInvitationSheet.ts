import { lazyComponent } from '../../../ui/index.ts'

// In a chunk of its own, with what opens over a screen and what draws codes.
export const InvitationSheet = lazyComponent(async () => (await import('./InvitationSheet.tsx')).InvitationSheet, {
	overlay: true,
})
