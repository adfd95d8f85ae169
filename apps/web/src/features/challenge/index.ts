export { Challenge, ChallengeDialog } from './Challenge.tsx'
export { isChallengeOpen, voidChallenge } from './isOpen.ts'
export { type ChallengeVendor, registerChallengeVendor } from './vendor.ts'
