export { Challenge, ChallengeDialog } from './Challenge.tsx'
export { invalidateChallenges, isChallengeRequired } from './challengeCalls.ts'
export { type ChallengeVendor, registerChallengeVendor } from './VendorChallenge.tsx'
