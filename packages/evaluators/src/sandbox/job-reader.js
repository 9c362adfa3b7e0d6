import { HEAD_LENGTH, JOB_LENGTH, MOST_CODES } from './job-format.js';

/**
 * @import { JobMessage } from './protocol.js'
 * @typedef {object} Surroundings What the jobs of a group have in common.
 * @property {string} text
 * @property {readonly (number | string | undefined)[]} extras JSON texts of the context, the tool calls and the arguments.
 * @property {number} deadlineMs
 * @property {number} memoryBytes
 *
 * @typedef {object} Job
 * @property {number} id
 * @property {boolean} alone Whether it has to run by itself, so that it is known what it does.
 * @property {string} code
 * @property {Surroundings} surroundings The same object for all jobs of a group.
 */

/** Reads the messages of one thread, in the order in which they were written. */
export class JobReader {
  /** @type {string[]} */
  #codes = [];
  #text = '';

  /**
   * @param {JobMessage} message
   * @returns {Job[]}
   */
  read(message) {
    const jobs = [];
    for (let at = 0; at < message.length; ) {
      const surroundings = this.#surroundings(message, at);
      const end = at + HEAD_LENGTH + Number(message[at]) * JOB_LENGTH;
      for (at += HEAD_LENGTH; at < end; at += JOB_LENGTH) {
        const id = Number(message[at]);
        jobs.push({ id: Math.abs(id), alone: id < 0, code: this.#code(message[at + 1]), surroundings });
      }
    }
    return jobs;
  }

  /** @param {JobMessage} message @param {number} at */
  #surroundings(message, at) {
    const text = message[at + 1];
    if (text !== undefined) this.#text = String(text);
    return {
      text: this.#text,
      extras: [message[at + 2], message[at + 3], message[at + 4]],
      deadlineMs: Number(message[at + 5]),
      memoryBytes: Number(message[at + 6]),
    };
  }

  /** @param {string | number | undefined} written */
  #code(written) {
    if (typeof written === 'number') return this.#codes[written] ?? '';
    if (this.#codes.length >= MOST_CODES) this.#codes = [];
    const code = String(written);
    this.#codes.push(code);
    return code;
  }
}
